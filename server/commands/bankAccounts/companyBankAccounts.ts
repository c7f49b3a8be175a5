// The company's own bank accounts: adding, changing and removing one, and reading one to pay from. The numbers are encrypted;
// a record shows their last four characters, and sent back like that they stay.
import { compactNumber, debtorFaults } from '#src/domain/payouts/accounts.ts';
import type { Debtor, FileFormat } from '#src/domain/payouts/accounts.ts';
import { companyBankAccounts, hiddenNumber } from '#src/resources/companyBankAccounts.ts';
import type { CompanyBankAccount } from '#src/resources/companyBankAccounts.ts';
import type { Place } from '#server/auth/sealedText.ts';
import { orgOf } from '#server/auth/actor.ts';
import type { Row } from '#server/db/database.ts';
import { checkedValues, invalidFields } from '../core/checked.ts';
import { recordActivity, staleEdit, whatChanged } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import type { ResourceCommands } from '../core/resourceCommands.ts';

const SEALED = ['iban', 'account_number'] as const;
const OPEN = ['routing_number', 'company_id', 'bic'] as const;
type Sealed = (typeof SEALED)[number];
type Stored = Record<Sealed | (typeof OPEN)[number], string | null> & { label: string; name: string };

const placeOf = (org: string, id: string, column: Sealed): Place => ['company_bank_account', column, org, id];

/** Refuses: the fields at fault (422), stale_version (409). */
export const companyBankAccountCommands: ResourceCommands<CompanyBankAccount> = {
  async create(context, body) {
    const id = context.deps.newId();
    const account = await checked(context, await checkedValues(context, companyBankAccounts, body), id);
    const values = columnsOf(context, id, account);
    await context.tx.write(
      `insert into company_bank_account (org_id, id, ${COLUMNS.join(', ')}) values ($1, $2, ${COLUMNS.map((_, at) => `$${at + 3}`).join(', ')})`,
      [orgOf(context.actor), id, ...values],
    );
    note(context, id, `added the bank account ${account.label}`);
    return id;
  },
  async update(context, current, body) {
    const values = await checkedValues(context, companyBankAccounts, body, current);
    const before = await storedAccount(context, current.id, 'for update');
    const account = await checked(context, values, current.id, before ?? undefined);
    const changed = await context.tx.row(
      `update company_bank_account set ${COLUMNS.map((name, at) => `${name} = $${at + 4}`).join(', ')}, version = version + 1
       where org_id = $1 and id = $2 and version = $3 returning 1`,
      [orgOf(context.actor), current.id, current.version, ...columnsOf(context, current.id, account)],
    );
    if (!changed) throw staleEdit();
    const shown = { ...values, ...shownNumbers(account) };
    note(
      context,
      current.id,
      `changed the bank account ${account.label}${whatChanged(companyBankAccounts, shown, current)}`,
    );
  },
  async remove(context, current) {
    await context.tx.write('delete from company_bank_account where org_id = $1 and id = $2', [
      orgOf(context.actor),
      current.id,
    ]);
    note(context, current.id, `removed the bank account ${current.label}`);
  },
};

const note = (context: CommandContext, id: string, text: string) =>
  recordActivity(context, { text, resource: companyBankAccounts.name, id });

/** Which columns a write fills, in the order of `columnsOf`. */
const COLUMNS = ['label', 'name', ...OPEN, ...SEALED, 'iban_last4', 'account_last4'];

function columnsOf({ actor, deps }: CommandContext, id: string, account: Stored): (string | null)[] {
  const sealed = SEALED.map((name) => {
    const value = account[name];
    return value === null ? null : deps.secrets.texts.seal(value, placeOf(orgOf(actor), id, name));
  });
  const last4 = SEALED.map((name) => account[name]?.slice(-4) ?? null);
  return [account.label, account.name, ...OPEN.map((name) => account[name]), ...sealed, ...last4];
}

const shownNumbers = (account: Stored): Row =>
  Object.fromEntries(SEALED.map((name) => [name, account[name] === null ? null : hiddenNumber(account[name])]));

/** The account as it is to be stored. Numbers lose their blanks and dashes; one that was sent as it is shown stays. */
async function checked({ tx, actor }: CommandContext, values: Row, id: string, before?: Stored): Promise<Stored> {
  const account = { label: String(values.label).trim(), name: String(values.name).trim() } as Stored;
  for (const name of [...OPEN, ...SEALED]) {
    const sent = String(values[name] ?? '').trim();
    const kept = before?.[name] ?? null;
    const isKept = (SEALED as readonly string[]).includes(name) && kept !== null && sent === hiddenNumber(kept);
    account[name] = isKept ? kept : compactNumber(sent) || null;
  }
  const faults: Record<string, string> = { ...debtorFaults('csv', asDebtor(account)) };
  if (!account.routing_number && !account.iban && !account.account_number)
    faults.routing_number = 'Enter a routing number, an IBAN or an account number.';
  else if (account.account_number && !account.iban && !account.routing_number && !account.bic)
    faults.routing_number = 'Say at which bank the account is: its routing number or its BIC.';
  const other = await tx.row(
    'select 1 from company_bank_account where org_id = $1 and lower(label) = lower($2) and id <> $3',
    [orgOf(actor), account.label, id],
  );
  if (other) faults.label = 'Another account has this name.';
  if (Object.keys(faults).length > 0) throw invalidFields(faults);
  return account;
}

async function storedAccount({ tx, actor, deps }: CommandContext, id: string, lock: '' | 'for update') {
  const org = orgOf(actor);
  const row = await tx.row<Stored>(
    `select label, name, ${[...OPEN, ...SEALED].join(', ')} from company_bank_account where org_id = $1 and id::text = $2 ${lock}`,
    [org, id],
  );
  if (!row) return null;
  for (const name of SEALED) {
    if (row[name] === null) continue;
    const text = deps.secrets.texts.open(row[name], placeOf(org, id, name));
    if (text === null) throw new Error(`The ${name} of bank account ${id} cannot be read with this APP_SECRET.`);
    row[name] = text;
  }
  return row;
}

const asDebtor = (account: Stored): Debtor => ({
  name: account.name,
  ...Object.fromEntries(
    [...OPEN, ...SEALED].flatMap((name) => (account[name] === null ? [] : [[name, account[name]]])),
  ),
});

/** Who pays from a stored account. Refuses: the account (422) where there is none, or where it lacks what the format needs. */
export async function debtorOf(context: CommandContext, format: FileFormat, id: string): Promise<Debtor> {
  const account = await storedAccount(context, id, '');
  if (!account) throw invalidFields({ bank_account_id: 'There is no such bank account of the company.' });
  const debtor = asDebtor(account);
  const fault = Object.values(debtorFaults(format, debtor))[0];
  if (fault) throw invalidFields({ bank_account_id: `${account.label}: ${fault}` });
  return debtor;
}
