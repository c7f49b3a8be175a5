// Builds grants and vesting terms for tests.
import { decimal, formatDecimal } from '#src/domain/figures/decimal.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import { tranchesOf, vestedAt } from '#src/domain/vesting/schedule.ts';
import type { VestingInput } from '#src/domain/vesting/schedule.ts';
import { START_DAY } from '#src/domain/vesting/standardTerms.ts';

type Amount = {
  quantity?: string;
  portion?: [number | string, number | string, boolean?];
  next?: string[];
};

export function condition(id: string, trigger: object, { quantity, portion, next = [] }: Amount = {}): OcfObject {
  const [numerator, denominator, remainder = false] = portion ?? [];
  return {
    id,
    trigger,
    ...(quantity !== undefined && { quantity }),
    ...(portion && { portion: { numerator: String(numerator), denominator: String(denominator), remainder } }),
    next_condition_ids: next,
  };
}

export function termsOf(vesting_conditions: OcfObject[], allocation_type = 'CUMULATIVE_ROUNDING'): OcfObject {
  return {
    object_type: 'VESTING_TERMS',
    id: 'terms',
    name: 'Terms',
    description: 'Terms',
    allocation_type,
    vesting_conditions,
  };
}

export function months(relative_to_condition_id: string, length: number, occurrences: number, more: object = {}) {
  const period = { length, type: 'MONTHS', occurrences, day_of_month: START_DAY, ...more };
  return { type: 'VESTING_SCHEDULE_RELATIVE', period, relative_to_condition_id };
}

export function days(relative_to_condition_id: string, length: number, occurrences: number, more: object = {}) {
  const period = { length, type: 'DAYS', occurrences, ...more };
  return { type: 'VESTING_SCHEDULE_RELATIVE', period, relative_to_condition_id };
}

export function fact(
  kind: 'START' | 'EVENT' | 'ACCELERATION',
  effective_date: string,
  more: { on?: string; quantity?: string } = {},
): VestingInput['facts'][number] {
  return {
    fact: kind,
    effective_date,
    vesting_condition_id: more.on ?? null,
    quantity: more.quantity ?? null,
  };
}

/** A vesting start that names whatever condition the terms start with. */
export function started(date: string): VestingInput['facts'][number][] {
  return [fact('START', date)];
}

/** Granted long before anything vests, unless `issued_on` says otherwise. */
export function grantOf(
  quantity: string,
  terms: OcfObject | null,
  facts: VestingInput['facts'] = [],
  more: Partial<VestingInput> = {},
): VestingInput {
  return { quantity: decimal(quantity), issued_on: '2000-01-01', terms, vestings: [], facts, ...more };
}

export function vestedOn(grant: VestingInput, date: string): string | null {
  const vested = vestedAt(grant, date);
  return vested === null ? null : formatDecimal(vested);
}

export function rowsOf(grant: VestingInput, until?: string): [string, string][] {
  return tranchesOf(grant, until).map(({ date, quantity }) => [date, formatDecimal(quantity)]);
}
