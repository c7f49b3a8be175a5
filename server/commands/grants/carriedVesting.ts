// The vesting of the rest of a grant: dated amounts, if all of its dates are known.
import { formatDecimal, parseDecimal } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import type { OcfTransaction } from '#src/domain/ledger/core/types.ts';
import { tranchesOf, vestedAt } from '#src/domain/vesting/schedule.ts';
import type { VestingInput } from '#src/domain/vesting/schedule.ts';
import type { CommandContext } from '../core/context.ts';

export type Tranche = { date: string; amount: string };

/**
 * The earliest `keep` shares of the schedule, after the first `used` ones; null when not all of its dates are known.
 */
export function tranchesFrom(input: VestingInput, used: Decimal, keep: Decimal): Tranche[] | null {
  // What is made of the grant has a term of its own, or none.
  const all = tranchesOf({ ...input, expires: null });
  if (all.reduce((sum, { quantity }) => sum + quantity, 0n) !== input.quantity) return null;
  let [skip, left] = [used, keep];
  return all.flatMap(({ date, quantity }) => {
    const skipped = quantity < skip ? quantity : skip;
    skip -= skipped;
    const taken = quantity - skipped < left ? quantity - skipped : left;
    left -= taken;
    return taken > 0n ? [{ date, amount: formatDecimal(taken) }] : [];
  });
}

export interface Carried {
  /** Fields for the issuance of the rest. */
  fields: OcfTransaction;
  /** Entries after it: the past events of the schedule. */
  entries: OcfTransaction[];
}

/**
 * The vesting of a balance of `keep` shares issued on `date`. The shares that vest last are the cancelled ones. A
 * schedule that waits for events, or is unknown, is kept and its past events are repeated.
 */
export function carriedVesting(
  context: CommandContext,
  input: VestingInput,
  balance: {
    security_id: string;
    used: Decimal;
    keep: Decimal;
    date: string;
    vesting_terms_id: string | null;
    /** A fully vested grant still shows its vesting; for vested stock nothing is written. */
    isGrant?: boolean;
  },
): Carried {
  if (!input.terms && input.vestings.length === 0 && !input.terms_missing) return { fields: {}, entries: [] };
  // After the end of service, the remaining dates never come, so they keep waiting.
  const tranches = tranchesFrom({ ...input, stopped_on: null }, balance.used, balance.keep);
  const until = input.stopped_on && input.stopped_on < balance.date ? input.stopped_on : balance.date;
  if (!balance.isGrant && tranches?.every(({ date }) => date <= until)) return { fields: {}, entries: [] };
  if (tranches)
    return { fields: { vestings: tranches }, entries: startedAgain(context.deps.newId, input, balance.security_id) };
  const facts = input.facts.filter(({ fact }) => fact !== 'ACCELERATION');
  return {
    fields: balance.vesting_terms_id ? { vesting_terms_id: balance.vesting_terms_id } : {},
    entries: [
      ...facts.map((fact) => ({
        object_type: fact.fact === 'START' ? 'TX_VESTING_START' : 'TX_VESTING_EVENT',
        id: context.deps.newId(),
        date: fact.effective_date,
        security_id: balance.security_id,
        vesting_condition_id: fact.vesting_condition_id ?? '',
      })),
      ...keptVested(context, { ...input, facts }, input, balance),
    ],
  };
}

/** Dated amounts do not show when vesting began, so the start is recorded again for the new security. */
export function startedAgain(newId: () => string, { facts }: VestingInput, security_id: string): OcfTransaction[] {
  return facts
    .filter(({ fact }) => fact === 'START')
    .map(({ effective_date, vesting_condition_id }) => ({
      object_type: 'TX_VESTING_START',
      id: newId(),
      date: effective_date,
      security_id,
      vesting_condition_id: vesting_condition_id ?? '',
    }));
}

/**
 * The same fraction of fewer shares is less than what had vested: an acceleration on that day keeps the difference
 * vested.
 */
function keptVested(
  context: CommandContext,
  smaller: VestingInput,
  input: VestingInput,
  { security_id, used, keep, date }: { security_id: string; used: Decimal; keep: Decimal; date: string },
): OcfTransaction[] {
  const [before, after] = [
    vestedAt({ ...input, expires: null }, date),
    vestedAt({ ...smaller, quantity: keep, whole: null, expires: null }, date),
  ];
  if (before === null || after === null) return [];
  const earned = before - used < keep ? before - used : keep;
  if (earned <= after) return [];
  return [
    {
      object_type: 'TX_VESTING_ACCELERATION',
      id: context.deps.newId(),
      date,
      security_id,
      quantity: formatDecimal(earned - after),
      reason_text: 'Had vested before the rest was cancelled',
    },
  ];
}

/** Shares taken out of a grant by exercise or release. */
export const usedOf = (exercised: unknown): Decimal => parseDecimal(exercised) ?? 0n;
