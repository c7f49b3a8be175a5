// A holder's tax number and bank account. The database has them encrypted; nothing but a reveal answers them in full.
import { isValidIBAN } from 'ibantools';
import type { ZodError } from 'zod';
import { accountSchema, taxId } from '#src/resources/holderDetails.ts';
import { countryOfAccount } from '#src/domain/payouts/accounts.ts';
import type { BankAccount } from '#src/contract/holderDetails.ts';
import type { Shareholder } from '#src/resources/shareholders.ts';
import { isHolder } from '#src/resources/kit/access.ts';
import { orgOf } from '#server/auth/actor.ts';
import type { Place } from '#server/auth/sealedText.ts';
import { needsSecondPerson } from '../company/twoPersonRule.ts';
import { invalidFields } from '../core/checked.ts';
import { recordActivity } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { fromZod } from '../core/zodRefusal.ts';
import { tendPaymentTasks } from '../distributions/paymentTasks.ts';
import { tellOfBankChange } from './bankChangeMail.ts';
import { tellOfHeldPayments } from './heldPayments.ts';

/** How long payments wait after a change or removal of the account, so that its owner can object. */
export const WAIT_HOURS = 24;

/** Whose details they are: where the holder is told, and what the history says. */
export type Holder = Pick<Shareholder, 'id' | 'name' | 'email'>;

export type StoredDetails = {
  tax_id: string | null;
  tax_id_last4: string | null;
  bank_account: string | null;
  bank_account_last4: string | null;
  bank_account_counts_from: string | null;
  had_bank_account: boolean;
  new_bank_account: string | null;
  new_bank_account_last4: string | null;
  new_bank_account_at: string | null;
  new_bank_account_by: string | null;
};

export const placeOf = (org: string, holder: string, column: 'tax_id' | 'bank_account'): Place => [
  'holder_detail',
  column,
  org,
  holder,
];
export const lastFour = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '').slice(-4);
const numberOf = (account: BankAccount) => ('iban' in account ? account.iban : account.account_number);

export async function lockDetails({ tx }: CommandContext, org: string, holder: string): Promise<StoredDetails> {
  await tx.write('insert into holder_detail (org_id, shareholder_id) values ($1, $2) on conflict do nothing', [
    org,
    holder,
  ]);
  return (await tx.row<StoredDetails>(
    'select * from holder_detail where org_id = $1 and shareholder_id = $2 for update',
    [org, holder],
  ))!;
}

/** The details that an edit of a shareholder may contain. */
export const detailNames = ['tax_id', 'bank_account'] as const;
export type SentDetails = Partial<Record<(typeof detailNames)[number], unknown>>;

/** Checks the sent details before anything is written. Refuses: the fields at fault (422). */
export function checkedDetails(sent: SentDetails): { tax_id?: string | null; bank_account?: BankAccount | null } {
  return {
    ...('tax_id' in sent ? { tax_id: isEmpty(sent.tax_id) ? null : readTaxId(sent.tax_id) } : {}),
    ...('bank_account' in sent
      ? { bank_account: isEmpty(sent.bank_account) ? null : readBankAccount(sent.bank_account) }
      : {}),
  };
}
const isEmpty = (value: unknown) => value === null || value === undefined || value === '';

function readTaxId(value: unknown): string {
  const parsed = taxId.safeParse(value);
  if (!parsed.success) throw invalidFields({ tax_id: parsed.error.issues[0]!.message });
  return parsed.data;
}

const SHAPE =
  'Send routing_number, account_number and account_type; or an iban with the bic if the bank gives one; or bic, account_number, bank and its country.';

function readBankAccount(value: unknown): BankAccount {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalidFields({ bank_account: SHAPE });
  const schema = accountSchema(value);
  if (!schema) throw invalidFields({ bank_account: SHAPE });
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw invalidFields(underBankAccount(parsed.error));
  if ('iban' in parsed.data && !isValidIBAN(parsed.data.iban))
    throw invalidFields({ 'bank_account.iban': 'This is not an IBAN: its length or its check digits are wrong.' });
  return parsed.data;
}

/** The inputs of the account are named under it: bank_account.iban. */
const underBankAccount = (error: ZodError): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fromZod(error).fields ?? {}).map(([name, message]) => [`bank_account.${name}`, message]),
  );

/** Stores what was checked. A removed account removes a change that waits, too. */
export async function writeDetails(
  context: CommandContext,
  holder: Holder,
  values: ReturnType<typeof checkedDetails>,
): Promise<void> {
  const org = orgOf(context.actor);
  const id = holder.id;
  const stored = await lockDetails(context, org, id);
  if (values.tax_id !== undefined) await writeTaxId(context, org, holder, stored, values.tax_id);
  if (values.bank_account === undefined) return;
  await writeBankAccount(context, org, holder, stored, values.bank_account);
  await tendPaymentTasks(context, [id]);
}

async function writeTaxId(
  context: CommandContext,
  org: string,
  holder: Holder,
  stored: StoredDetails,
  value: string | null,
) {
  const id = holder.id;
  const key = context.deps.secrets.texts;
  const place = placeOf(org, id, 'tax_id');
  if (value === null ? stored.tax_id === null : stored.tax_id !== null && key.open(stored.tax_id, place) === value)
    return;
  await context.tx.write(
    'update holder_detail set tax_id = $3, tax_id_last4 = $4 where org_id = $1 and shareholder_id = $2',
    [org, id, value && key.seal(value, place), value && lastFour(value)],
  );
  noteDetail(context, holder, `${verbOf(stored.tax_id, value)} the tax number of ${holder.name}`);
}

const verbOf = (before: unknown, after: unknown) =>
  after === null ? 'removed' : before === null ? 'recorded' : 'changed';

export const noteDetail = (context: CommandContext, holder: Holder, text: string) =>
  recordActivity(context, {
    text,
    resource: 'shareholders',
    id: holder.id,
    shareholder_id: holder.id,
    // As the row-level security of holder_detail.
    known_to: 'editors',
  });

async function writeBankAccount(
  context: CommandContext,
  org: string,
  holder: Holder,
  stored: StoredDetails,
  account: BankAccount | null,
) {
  const id = holder.id;
  const key = context.deps.secrets.texts;
  const place = placeOf(org, id, 'bank_account');
  const text = account && JSON.stringify(account);
  // The company's own word about the account ends what an earlier one said of where the holder is.
  const answers = async () => {
    if (!isHolder(context.actor.role)) await answerSigns(context, holder, 'account');
  };
  if (text === null) {
    if (stored.bank_account === null && stored.new_bank_account === null) return answers();
    await context.tx.write(
      `update holder_detail set bank_account = null, bank_account_last4 = null, bank_account_country = null, ${NO_CHANGE},
         bank_account_counts_from = case when bank_account is null then bank_account_counts_from else now() + make_interval(hours => ${WAIT_HOURS}) end
       where org_id = $1 and shareholder_id = $2`,
      [org, id],
    );
    await answers();
    noteDetail(context, holder, `removed the bank account of ${holder.name}`);
    if (stored.bank_account === null) return;
    await tellOfHeldPayments(context, id);
    await tellOfBankChange(context, holder, { kind: 'removed' });
    return;
  }
  const current = stored.new_bank_account ?? stored.bank_account;
  if (current !== null && key.open(current, place) === text)
    return stored.new_bank_account === null ? answers() : undefined;
  const sealed = key.seal(text, place);
  const digits = lastFour(numberOf(account!));
  const country = countryOfAccount(account!);
  const isFirst = !stored.had_bank_account && !(await hasMovedLately(context, org, id));
  const waits = !isFirst && (await needsSecondPerson(context));
  if (waits)
    await context.tx.write(
      `update holder_detail set new_bank_account = $3, new_bank_account_last4 = $4, new_bank_account_at = now(), new_bank_account_by = $5,
         new_bank_account_country = $6
       where org_id = $1 and shareholder_id = $2`,
      [org, id, sealed, digits, context.actor.account_id, country],
    );
  else
    await context.tx.write(
      `update holder_detail set bank_account = $3, bank_account_last4 = $4, bank_account_country = $6, had_bank_account = true, ${NO_CHANGE},
         bank_account_counts_from = case when $5 then null else now() + make_interval(hours => ${WAIT_HOURS}) end
       where org_id = $1 and shareholder_id = $2`,
      [org, id, sealed, digits, isFirst, country],
    );
  if (!waits) await answers();
  noteDetail(
    context,
    holder,
    waits
      ? `asked to change the bank account of ${holder.name}`
      : `${isFirst ? 'recorded' : 'changed'} the bank account of ${holder.name}`,
  );
  const kind = waits ? 'asked' : isFirst ? 'recorded' : 'changed';
  if (!isFirst) await tellOfHeldPayments(context, id);
  // A holder who enters the first account knows it.
  if (!isFirst || !isHolder(context.actor.role)) await tellOfBankChange(context, holder, { kind, last4: digits });
}

/** Days after the company changed a record's address, in which the first account counts no sooner than a changed one. */
const MOVED_DAYS = 7;

/** Whoever takes over the address, and with it the invitation, could else name the account that is paid at once. */
async function hasMovedLately({ tx }: CommandContext, org: string, id: string): Promise<boolean> {
  const row = await tx.row<{ is: boolean }>(
    `select coalesce(email_changed_at > now() - interval '${MOVED_DAYS} days', false) as is from shareholder where org_id = $1 and id = $2`,
    [org, id],
  );
  return row!.is;
}

/** The company decided: signs that the holder is of another country count no more. Of all kinds unless one is named. */
export const answerSigns = ({ tx, actor }: CommandContext, { id }: Pick<Holder, 'id'>, kind?: 'account' | 'country') =>
  tx.write(
    `update holder_detail set earlier_signs = coalesce((select jsonb_agg(sign) from jsonb_array_elements_text(earlier_signs) sign where sign not like $3 || ' %'), '[]')
     where org_id = $1 and shareholder_id = $2 and earlier_signs <> '[]'`,
    [orgOf(actor), id, kind ?? null],
  );

/** Clears a change that waits. */
export const NO_CHANGE =
  'new_bank_account = null, new_bank_account_last4 = null, new_bank_account_at = null, new_bank_account_by = null, new_bank_account_country = null';
