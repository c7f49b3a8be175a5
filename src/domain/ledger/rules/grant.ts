// The vesting and expiry of a security, as its issuance and its chain of securities give them. The schedule itself is computed
// in src/domain/vesting.
import { say } from '#src/words/say.ts';
import { ONE_TO_ONE, parseDecimal } from '#src/domain/figures/decimal.ts';
import type { Decimal, Ratio } from '#src/domain/figures/decimal.ts';
import type { VestingInput } from '#src/domain/vesting/schedule.ts';
import { serviceEndedOn } from '#src/domain/vesting/service.ts';
import { wholeOf } from '#src/domain/vesting/grantLine.ts';
import type { Step } from '#src/domain/vesting/grantLine.ts';
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

/** For a security whose issuance says nothing: all of it is vested, and it never expires. */
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

/** The noun for what a grant consists of. */
export function unitsOf({ row }: SecurityState): string {
  if (row.security_type === 'RSU') return say`units`;
  return row.security_type === 'CSAR' || row.security_type === 'SSAR' ? say`rights` : say`options`;
}

/** The input of the vesting schedule; null where the quantity is not known. */
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
    expires: expiryOf(grant),
    whole: grant?.whole ?? wholeGrantBefore(state, security, issued),
  };
}

function expiryOf(grant: Grant | null | undefined): VestingInput['expires'] {
  if (!grant || grant.expires_on === null) return null;
  return { on: grant.expires_on, exercised: grant.exercised.reduce((sum, { quantity }) => sum + quantity, 0n) };
}

/** For a grant that splits made and that keeps its schedule: the whole grant in its shares, and what was exercised of it. */
function wholeGrantBefore(state: LedgerState, security: SecurityState, issued: Decimal): VestingInput['whole'] {
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

/** Longer than any chain of grants: a circle, which only an import can make, ends here. */
const STEPS_MAX = 1000;

/** Whether a split turned one into the other and both name the same terms without a written schedule. */
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

/** The ratio of the day's split; one to one where there were several and it is not known which applied. */
function ratioOfDay({ splits }: LedgerState, { row, ended }: SecurityState): Ratio {
  const ofDay = [...splits.values()].filter(
    (split) => split.stock_class_id === row.stock_class_id && split.effective_date === ended?.on_date,
  );
  const ratio = ofDay.length === 1 ? ratioOf(ofDay[0]!) : null;
  return ratio ?? ONE_TO_ONE;
}
