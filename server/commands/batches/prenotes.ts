// Prenotes: zero-dollar entries that try a new account. Money follows three banking days later, unless the bank returns one.
import { bankingDaysAfter, prenoteId } from '#src/domain/payouts/nacha.ts';
import type { BankAccount } from '#src/contract/holderDetails.ts';
import { orgOf } from '#server/auth/actor.ts';
import type { CommandContext } from '../core/context.ts';
import type { Candidate, PrenoteReason } from './candidates.ts';

const DAYS = 3;

export interface Prenote {
  payment_id: string;
  shareholder_id: string;
  account: string;
}

/** The prenotes of the company, by holder and account. */
export async function prenotesOf({ tx, actor }: CommandContext) {
  const rows = await tx.rows<{ key: string; counts_from: string; returned: string | null }>(
    `select shareholder_id || ' ' || account as key, counts_from, returned from account_prenote where org_id = $1`,
    [orgOf(actor)],
  );
  return new Map(rows.map((row) => [row.key, row]));
}

export function prenoteFor({ actor, deps }: CommandContext, candidate: Candidate, account: BankAccount): Prenote {
  const { id, shareholder_id } = candidate;
  const text = `prenote ${orgOf(actor)} ${shareholder_id} ${JSON.stringify(account)}`;
  return { payment_id: id, shareholder_id, account: deps.secrets.fingerprint('request', text).toString('hex') };
}

export const keyOf = ({ shareholder_id, account }: Prenote): string => `${shareholder_id} ${account}`;

/** Why no money goes to the account yet; null when it may. */
export function waitsFor(
  known: ReadonlyMap<string, { counts_from: string; returned: string | null }>,
  prenote: Prenote,
  execution_date: string,
): PrenoteReason | null {
  const found = known.get(keyOf(prenote));
  if (!found) return 'prenote_first';
  if (found.returned !== null) return 'prenote_returned';
  return found.counts_from > execution_date ? 'prenote_waits' : null;
}

/** Those that went out with a batch. */
export const keepPrenotes = (
  { tx, actor }: CommandContext,
  batch: string,
  execution_date: string,
  prenotes: readonly Prenote[],
) =>
  tx.write(
    `insert into account_prenote (org_id, shareholder_id, account, batch_id, individual_id, counts_from)
     select $1, r.holder, r.account, $2, r.individual, $3 from unnest($4::text[], $5::text[], $6::text[]) as r (holder, account, individual)`,
    [
      orgOf(actor),
      batch,
      bankingDaysAfter(execution_date, DAYS),
      prenotes.map(({ shareholder_id }) => shareholder_id),
      prenotes.map(({ account }) => account),
      prenotes.map(({ payment_id }) => prenoteId(payment_id)),
    ],
  );

export const forgetPrenotes = ({ tx, actor }: CommandContext, batch: string) =>
  tx.write('delete from account_prenote where org_id = $1 and batch_id = $2', [orgOf(actor), batch]);

export const hasReturnedPrenote = async ({ tx, actor }: CommandContext, batch: string): Promise<boolean> =>
  (await tx.row<{ has: boolean }>(
    'select exists (select 1 from account_prenote where org_id = $1 and batch_id = $2 and returned is not null) as has',
    [orgOf(actor), batch],
  ))!.has;

/** A prenote came back. Out: whose it was, and whether that was known already; null for none of this batch. */
export async function returnPrenote(
  { tx, actor }: CommandContext,
  { batch, individual_id, reason }: { batch: string; individual_id: string; reason: string },
  isDry: boolean,
): Promise<{ shareholder: string; is_new: boolean } | null> {
  const org = orgOf(actor);
  const row = await tx.row<{ shareholder: string; returned: string | null }>(
    `select h.name as shareholder, n.returned from account_prenote n join shareholder h on h.org_id = n.org_id and h.id = n.shareholder_id
     where n.org_id = $1 and n.batch_id = $2 and n.individual_id = $3 for update of n`,
    [org, batch, individual_id],
  );
  if (!row) return null;
  if (row.returned === null && !isDry)
    await tx.write(
      'update account_prenote set returned = $4 where org_id = $1 and batch_id = $2 and individual_id = $3',
      [org, batch, individual_id, reason],
    );
  return { shareholder: row.shareholder, is_new: row.returned === null };
}
