// Which payments can go into a batch of a format, and why others cannot.
import type { BankAccount } from '#src/contract/holderDetails.ts';
import type { BatchPreview } from '#src/contract/paymentBatches.ts';
import { HOLD_REASONS } from '#src/domain/distribution/holdReasons.ts';
import type { HoldReason } from '#src/domain/distribution/holdReasons.ts';
import { isAmerican } from '#src/domain/payouts/accounts.ts';
import { ENTRY_MAX } from '#src/domain/payouts/batchFile.ts';
import type { BatchFormat } from '#src/resources/paymentBatches.ts';
import { orgOf } from '#server/auth/actor.ts';
import type { CommandContext } from '../core/context.ts';
import { placeOf } from '../shareholders/holderDetails.ts';

/** Why no money goes to an account that is tried first. */
export type PrenoteReason = 'prenote_first' | 'prenote_waits' | 'prenote_returned';

/** What keeps a payment out beside what holds it. */
const MORE_REASONS = {
  no_american_account: 'NACHA pays US accounts only. Use an international file for this holder.',
  unreadable_account: 'The account was encrypted under another APP_SECRET and cannot be read. Enter it again.',
  paid_otherwise: 'It is not paid by bank transfer or wire.',
  too_large_for_format: 'The amount is too large for this format. Choose another format.',
  prenote_first: 'The account is new: a prenote goes out with this batch, and the money three banking days later.',
  prenote_waits: 'The prenote to this account was sent less than three banking days before the execution date.',
  prenote_returned: 'The bank returned the prenote to this account. Correct the account.',
} as const satisfies Record<string, string> & Record<PrenoteReason, string>;
export type Reason = HoldReason | keyof typeof MORE_REASONS;

export interface Candidate {
  id: string;
  distribution_id: string;
  distribution: string;
  shareholder_id: string;
  shareholder: string;
  is_individual: boolean;
  amount: string;
  currency: string;
  method: string;
  scheduled_date: string | null;
  reasons: HoldReason[];
  sealed: string | null;
}

// Who are individuals first, as a NACHA file has them.
export const CANDIDATES = `
  select p.id, p.distribution_id, d.name as distribution, p.shareholder_id, h.name as shareholder, h.type = 'individual' as is_individual,
         round(p.amount::numeric, 2)::text as amount, d.currency, p.method, p.scheduled_date, x.bank_account as sealed,
         payment_holds(p, o, x, w.shareholder_id is not null) as reasons
  from payment p join distribution d on d.org_id = p.org_id and d.id = p.distribution_id
  join shareholder h on h.org_id = p.org_id and h.id = p.shareholder_id
  join organization o on o.id = p.org_id
  left join holder_detail x on x.org_id = p.org_id and x.shareholder_id = p.shareholder_id
  left join (select distinct q.shareholder_id, q.share_class_id from disputed_holdings($1) q) w
    on w.shareholder_id = p.shareholder_id and w.share_class_id = p.share_class_id`;
export const IN_ORDER = `order by h.type = 'individual' desc, p.id`;

/** The holder's account in full; undefined when it cannot be read. */
function accountOf(
  { actor, deps }: CommandContext,
  { sealed, shareholder_id }: Candidate,
): BankAccount | null | undefined {
  if (sealed === null) return null;
  const text = deps.secrets.texts.open(sealed, placeOf(orgOf(actor), shareholder_id, 'bank_account'));
  return text === null ? undefined : (JSON.parse(text) as BankAccount);
}

/** Why it stays out; none when it goes in. And the account that it is paid to. */
export function judged(
  context: CommandContext,
  format: BatchFormat,
  candidate: Candidate,
): { reasons: Reason[]; account: BankAccount | null } {
  const account = accountOf(context, candidate);
  const reasons: Reason[] = [...candidate.reasons];
  if (format === 'csv') return { reasons, account: account ?? null };
  if (candidate.method !== 'bank_transfer' && candidate.method !== 'wire') reasons.push('paid_otherwise');
  else if (account === undefined) reasons.push('unreadable_account');
  else if (account === null) reasons.push(...(reasons.includes('no_bank_details') ? [] : ['no_bank_details' as const]));
  else if (format === 'nacha' && !isAmerican(account)) reasons.push('no_american_account');
  if (BigInt(candidate.amount.replace('.', '')) > ENTRY_MAX[format]) reasons.push('too_large_for_format');
  return { reasons, account: account ?? null };
}

export const inWords = (reasons: readonly Reason[]): string =>
  reasons
    .map((reason) =>
      reason in HOLD_REASONS
        ? HOLD_REASONS[reason as HoldReason].company
        : MORE_REASONS[reason as keyof typeof MORE_REASONS],
    )
    .join(' ');

export const leftOut = (candidate: Candidate, reasons: Reason[]): BatchPreview['left_out'][number] => ({
  payment_id: candidate.id,
  shareholder: candidate.shareholder,
  amount: candidate.amount,
  hold_reasons: reasons,
  text: inWords(reasons),
});
