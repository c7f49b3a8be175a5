// What a security promises over time: its vesting, its expiry, and what was taken out of it. The schedule itself is
// computed in ../vesting.
import type { Decimal } from '../decimal.ts';
import type { Fact } from '../vesting/path.ts';
import type { VestingInput } from '../vesting/schedule.ts';
import { serviceEndedOn } from '../vesting/service.ts';
import { dateOf, decimalOf, isObject, listOf, textOf } from './fields.ts';
import type { LedgerState, SecurityState } from './state.ts';
import type { OcfObject } from './types.ts';

export type Grant = {
  vesting_terms_id: string | null;
  vestings: readonly { date: string; amount: Decimal }[];
  early_exercisable: boolean;
  /** The last day on which it may be exercised. */
  expires_on: string | null;
  facts: Fact[];
  /** What was exercised or released, in ledger order. */
  exercised: { date: string; quantity: Decimal; transaction_id: string }[];
};

/** What an issuance says about vesting and expiry; null when it says nothing. */
export function grantOf(issuance: OcfObject): Grant | null {
  const vestings = listOf(issuance, 'vestings').flatMap((each) => {
    const date = isObject(each) ? dateOf(each) : null;
    const amount = isObject(each) ? decimalOf(each, 'amount') : null;
    return date === null || amount === null ? [] : [{ date, amount }];
  });
  const vesting_terms_id = textOf(issuance, 'vesting_terms_id');
  const expires_on = dateOf(issuance, 'expiration_date') ?? dateOf(issuance, 'warrant_expiration_date');
  const early_exercisable = issuance['early_exercisable'] === true;
  if (vestings.length === 0 && vesting_terms_id === null && expires_on === null && !early_exercisable) return null;
  return { vesting_terms_id, vestings, early_exercisable, expires_on, facts: [], exercised: [] };
}

/** Of a security whose issuance said nothing: all of it is vested, and it never expires. */
export function emptyGrant(): Grant {
  return {
    vesting_terms_id: null,
    vestings: [],
    early_exercisable: false,
    expires_on: null,
    facts: [],
    exercised: [],
  };
}

/** What a grant consists of, for a sentence. */
export function unitsOf({ row }: SecurityState): 'options' | 'units' | 'rights' {
  if (row.security_type === 'RSU') return 'units';
  return row.security_type === 'CSAR' || row.security_type === 'SSAR' ? 'rights' : 'options';
}

/** What its schedule is computed from; null where the quantity is not known. Service ends with its holder's. */
export function vestingInputOf(state: LedgerState, { row, issued, grant, ended }: SecurityState): VestingInput | null {
  if (issued === null) return null;
  const { vesting_terms_id, vestings, facts } = grant ?? emptyGrant();
  const terms = vesting_terms_id === null ? null : (state.vesting_terms?.get(vesting_terms_id) ?? null);
  const granted_on = row.first_issued_on ?? row.issued_on;
  return {
    quantity: issued,
    issued_on: granted_on,
    terms,
    terms_missing: vesting_terms_id !== null && terms === null,
    vestings,
    facts,
    stopped_on: serviceEndedOn(state.service.get(row.stakeholder_id) ?? [], granted_on),
    ended_on: ended?.on_date ?? null,
  };
}
