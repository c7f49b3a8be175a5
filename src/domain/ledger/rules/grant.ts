// What a security promises over time: its vesting, its expiry, and what was taken out of it. The schedule itself is
// computed in ../vesting.
import { ONE_TO_ONE, parseDecimal } from '../../figures/decimal.ts';
import type { Decimal, Ratio } from '../../figures/decimal.ts';
import type { VestingInput } from '../../vesting/schedule.ts';
import { serviceEndedOn } from '../../vesting/service.ts';
import { wholeOf } from '../../vesting/wholeLine.ts';
import type { Step } from '../../vesting/wholeLine.ts';
import { dateOf, decimalOf, isObject, listOf, textOf } from '../core/fields.ts';
import { ratioOf } from './splits.ts';
import type { Grant, LedgerState, SecurityState } from '../core/state.ts';
import type { OcfObject } from '../core/types.ts';

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
export function vestingInputOf(state: LedgerState, security: SecurityState): VestingInput | null {
  const { row, issued, grant, ended } = security;
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
    whole: grant?.whole ?? wholeBehind(state, security, issued),
  };
}

/** Of a grant that splits made, and that goes on vesting by the schedule it names: what it is the rest of. */
function wholeBehind(state: LedgerState, security: SecurityState, issued: Decimal): VestingInput['whole'] {
  const steps: Step[] = [];
  for (let at = security; steps.length < STEPS_MAX;) {
    const [id, ...others] = at.came_from;
    const from = id === undefined || others.length > 0 ? undefined : state.securities.get(id);
    if (!from || !isSameGrant(from, at)) break;
    const exercised = from.reduced
      .filter(({ why }) => why === 'EXERCISE' || why === 'RELEASE')
      .reduce((sum, { quantity }) => sum + (parseDecimal(quantity) ?? 0n), 0n);
    steps.unshift({ quantity: from.issued ?? 0n, exercised, ratio: ratioOfDay(state, from) });
    at = from;
  }
  return steps.length === 0 ? null : wholeOf(steps, issued);
}

/** No line is longer; one that an import made a circle of ends here. */
const STEPS_MAX = 1000;

/** Whether a split made the one of the other, and both name one schedule with nothing written out. */
function isSameGrant(from: SecurityState, to: SecurityState): boolean {
  const [before, after] = [from.grant, to.grant];
  return (
    from.ended?.verb === 'reissued' &&
    from.row.kind === 'EQUITY_COMPENSATION' &&
    to.row.kind === from.row.kind &&
    to.row.stakeholder_id === from.row.stakeholder_id &&
    before !== null &&
    before.vesting_terms_id !== null &&
    before.vesting_terms_id === after?.vesting_terms_id &&
    before.vestings.length === 0 &&
    after.vestings.length === 0
  );
}

/** One for one where several splits of a day leave it open which it was. */
function ratioOfDay({ splits }: LedgerState, { row, ended }: SecurityState): Ratio {
  const ofDay = [...splits.values()].filter(
    (split) => split.stock_class_id === row.stock_class_id && split.effective_date === ended?.on_date,
  );
  const ratio = ofDay.length === 1 ? ratioOf(ofDay[0]!) : null;
  return ratio ?? ONE_TO_ONE;
}
