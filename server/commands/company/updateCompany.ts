// The company's own record: administrators read and edit it; its first owner sets its time zone once.
import { inWords } from './recordedCurrencies.ts';
import { AppError } from '#src/domain/errors.ts';
import { can, owners } from '#src/resources/kit/access.ts';
import { labelOf } from '#src/resources/kit/defineResource.ts';
import { checkRecord, sameValue } from '#src/resources/kit/validation.ts';
import { organization } from '#src/resources/organization.ts';
import type { Organization } from '#src/resources/organization.ts';
import { forbidden, orgOf } from '#server/auth/actor.ts';
import { withholdingRules } from '#src/resources/withholding.ts';
import { canonicalJson } from '#server/data/canonicalJson.ts';
import { readCompany, writeCompany } from '#server/data/companyRow.ts';
import type { Row, Tx } from '#server/db/database.ts';
import { invalidFields, refuseOtherVersion } from '../core/checked.ts';
import { conflict, recordActivity, staleEdit } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { tendPaymentTasks } from '../distributions/paymentTasks.ts';

/** They decide which payments wait for what a holder supplies. */
const HOLDING = ['require_bank_details', 'missing_tax_form'] as const;

/**
 * In: the fields to change; which rule says what country is presumed, if one does; `keep_recorded` confirms that recorded amounts keep the old currency. Out: the company.
 * Refuses: forbidden (403), the fields at fault (422), currency_in_use, stale_version (409).
 */
export async function updateCompany(
  context: CommandContext,
  sent: Row,
  presumed_source: string | null = null,
): Promise<Organization> {
  const org = orgOf(context.actor);
  if (!can(context.actor, 'update', organization)) throw forbidden();
  const current = await readCompany(context.tx, org);
  const { keep_recorded, withholding_rules, ...body } = sent;
  const rules = withholding_rules === undefined ? null : checkedRules(withholding_rules);
  refuseOtherVersion(body.version, current.version);
  const checked = checkRecord(organization, body, current);
  if (!checked.ok) throw invalidFields(checked.errors);
  const { values } = checked;
  if (values.two_person_rule !== current.two_person_rule && !owners.includes(context.actor.role))
    throw new AppError('forbidden', 'Only an owner can change the two-person rule.', { status: 403 });
  // A time zone can be changed but not removed.
  if (values.time_zone === null) values.time_zone = current.time_zone;
  await refuseUnknownZone(context.tx, values.time_zone);
  if (values.currency !== current.currency && keep_recorded !== true)
    await refuseSilentChange(context.tx, String(values.currency));
  if (!(await writeCompany(context.tx, org, values, current.version))) throw staleEdit();
  // Another country is presumed by the company’s own word.
  if (!sameValue(values.presumed_country, current.presumed_country))
    await context.tx.write('update organization set presumed_source = $2 where id = $1', [org, presumed_source]);
  if (rules)
    await context.tx.write('update organization set withholding_rules = $2::jsonb where id = $1', [
      org,
      JSON.stringify(rules),
    ]);
  if (HOLDING.some((name) => !sameValue(values[name], current[name]))) await tendPaymentTasks(context, null);
  recordActivity(context, {
    text: `changed the company’s details${changes({ ...values, ...(rules ? { withholding_rules: rules } : {}) }, current)}`,
    resource: 'organization',
    id: org,
  });
  return readCompany(context.tx, org);
}

/** Refuses: the rule at fault (422). */
function checkedRules(sent: unknown) {
  const parsed = withholdingRules.safeParse(sent);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0]!;
  throw invalidFields({
    withholding_rules: path.length === 0 ? message : `Withholding rule ${Number(path[0]) + 1}: ${message}`,
  });
}

/** ": Legal name, Country" */
function changes(next: Row, current: Row): string {
  const changed = Object.keys(next).filter((name) => !isSame(next[name], current[name]));
  return changed.length > 0 ? `: ${changed.map((name) => labelOf(organization, name)).join(', ')}` : '';
}

const isSame = (next: unknown, current: unknown) =>
  Array.isArray(next) ? canonicalJson(next) === canonicalJson(current) : sameValue(next, current);

/** Takes the time zone of the owner's browser, if nobody has set one. Refuses: an unknown zone (422). */
export async function setFirstTimeZone(context: CommandContext, zone: string): Promise<Organization> {
  const org = orgOf(context.actor);
  await refuseUnknownZone(context.tx, zone);
  // The version stays the same, so that an open form does not become stale. Such a form cannot remove the zone.
  const done = await context.tx.write('update organization set time_zone = $2 where id = $1 and time_zone is null', [
    org,
    zone,
  ]);
  if (done > 0)
    recordActivity(context, {
      text: `set the company’s time zone to ${zone.replaceAll('_', ' ')}`,
      resource: 'organization',
      id: org,
    });
  return readCompany(context.tx, org);
}

/** Browser and database have different lists of zones. Refuses: a zone that the database does not know (422). */
async function refuseUnknownZone(tx: Tx, name: unknown): Promise<void> {
  if (name === null) return;
  const entered = await tx.row<{ known: boolean }>('select enter_time_zone($1) as known', [name]);
  if (!entered!.known)
    throw invalidFields({ time_zone: `There is no time zone ${String(name)}. Enter one such as America/New_York.` });
}

/**
 * Recorded amounts keep their currency. Whoever changes the company's currency is told so first and confirms with
 * `keep_recorded`. Refuses: currency_in_use (409).
 */
async function refuseSilentChange(tx: Tx, next: string): Promise<void> {
  const recorded = await tx.rows<{ currency: string; what: string; number: string }>(
    'select currency, what, number from recorded_currencies() where currency <> $1 order by currency, what',
    [next],
  );
  if (recorded.length === 0) return;
  throw conflict(
    'currency_in_use',
    `${inWords(recorded)}: these amounts keep their currency, and each share class keeps its own for new certificates. All other new amounts are in ${next}. Totals never mix currencies.`,
    'currency',
  );
}
