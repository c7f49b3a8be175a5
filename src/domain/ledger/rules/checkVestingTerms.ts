// Checks the conditions of vesting terms: circles, unknown conditions, invalid periods and portions, and paths that vest more
// than the whole grant. Whatever is found, the schedule vests as far as it can be read (src/domain/vesting).
import { say } from '#src/words/say.ts';
import { formatDecimal, grouped, isWhole, ONE } from '#src/domain/figures/decimal.ts';
import { dayOfMonth, readTerms } from '#src/domain/vesting/terms.ts';
import type { Condition } from '#src/domain/vesting/terms.ts';
import { decimalOf, idOf, isObject, listOf, objectOf, textOf } from '../core/fields.ts';
import type { Finding, OcfObject, Severity } from '../core/types.ts';

/** Slugs: vesting_circle, vesting_leads_nowhere, vesting_period, vesting_portion; vesting_at_once, vesting_day and vesting_over_whole are warnings. */
export function checkVestingTerms(object: OcfObject): Finding[] {
  const { conditions } = readTerms(object);
  const findings: Finding[] = [];
  const report = (rule: string, severity: Severity, text: string) => {
    const [object_type, object_id] = ['VESTING_TERMS', idOf(object)];
    findings.push({ rule, severity, object_type, object_id, message: `${object_type} ${object_id}: ${text}` });
  };
  for (const { id, next, trigger } of conditions.values()) {
    const unknown = next.filter((other) => !conditions.has(other));
    for (const other of unknown)
      report(
        'vesting_leads_nowhere',
        'error',
        say`after condition ${id} comes ${other}, which the schedule does not have.`,
      );
    if (trigger.type === 'RELATIVE' && !conditions.has(trigger.to))
      report(
        'vesting_leads_nowhere',
        'error',
        say`condition ${id} counts from ${trigger.to}, which the schedule does not have.`,
      );
  }
  for (const each of listOf(object, 'vesting_conditions')) {
    if (!isObject(each)) continue;
    const fault = periodFault(each);
    if (fault) report(...fault);
    const day = unknownDay(each);
    if (day !== null)
      report(
        'vesting_day',
        'warning',
        say`condition ${textOf(each, 'id') ?? ''} vests on day ${day} of a month, which no month has. It vests on the day of the month on which vesting started.`,
      );
    const portion = objectOf(each, 'portion');
    const quantity = decimalOf(each, 'quantity');
    if (!portion && quantity !== null && quantity < 0n)
      report(
        'vesting_portion',
        'error',
        say`condition ${textOf(each, 'id') ?? ''} vests ${grouped(quantity)} shares, a number below zero.`,
      );
    if (!portion || isPart(portion)) continue;
    const [above, below] = [textOf(portion, 'numerator') ?? 'nothing', textOf(portion, 'denominator') ?? 'nothing'];
    report(
      'vesting_portion',
      'error',
      say`condition ${textOf(each, 'id') ?? ''} vests ${above} of ${below}, which is not a valid portion.`,
    );
  }
  const { ordered, circle } = inOrder(conditions);
  if (circle.length > 0)
    report('vesting_circle', 'error', say`its conditions lead back to one another: ${named([...circle, circle[0]!])}.`);
  else if (heaviestPath(ordered, conditions) > WHOLE)
    report('vesting_over_whole', 'warning', say`its portions add up to more than the whole grant.`);
  return findings;
}

const UNITS: Readonly<Record<string, () => string>> = { DAYS: () => say`days`, MONTHS: () => say`months` };
const unitOf = (type: string | null) => (type === null ? say`periods` : (UNITS[type]?.() ?? type.toLowerCase()));

/** The format asks for a length of 0 or more and for one occurrence or more, both whole. */
function periodFault(condition: OcfObject): [rule: string, severity: Severity, text: string] | null {
  const trigger = objectOf(condition, 'trigger');
  const period = trigger && objectOf(trigger, 'period');
  if (!period || textOf(trigger, 'type') !== 'VESTING_SCHEDULE_RELATIVE') return null;
  const [id, unit] = [textOf(condition, 'id') ?? '', unitOf(textOf(period, 'type'))];
  const [length, occurrences] = [decimalOf(period, 'length'), decimalOf(period, 'occurrences')];
  const never = (what: string): [string, Severity, string] => [
    'vesting_period',
    'error',
    say`condition ${id} ${what}. It never vests, and neither do conditions that only it leads to.`,
  ];
  if (length === null) return never(say`does not say how long its period is`);
  if (occurrences === null) return never(say`does not say how often it vests`);
  if (length < 0n || !isWhole(length)) return never(say`vests every ${formatDecimal(length)} ${unit}`);
  if (occurrences < ONE || !isWhole(occurrences)) return never(say`vests ${formatDecimal(occurrences)} times`);
  if (length > 0n || occurrences === ONE) return null;
  const text = say`condition ${id} vests ${formatDecimal(occurrences)} times with 0 ${unit} between them: all of it vests on one day.`;
  return ['vesting_at_once', 'warning', text];
}

/** The day of the month as written, when no month has it. Null where it is valid or follows the vesting start. */
function unknownDay(condition: OcfObject): string | null {
  const trigger = objectOf(condition, 'trigger');
  const period = trigger && objectOf(trigger, 'period');
  if (!period || textOf(trigger, 'type') !== 'VESTING_SCHEDULE_RELATIVE' || textOf(period, 'type') !== 'MONTHS')
    return null;
  const written = period && textOf(period, 'day_of_month');
  return written && dayOfMonth(written) === null && !written.startsWith('VESTING_START_DAY') ? written : null;
}

function isPart(portion: OcfObject): boolean {
  const [above, below] = [decimalOf(portion, 'numerator'), decimalOf(portion, 'denominator')];
  return above !== null && below !== null && above >= 0n && below > 0n;
}

const NAMED_MAX = 10;
const named = (ids: readonly string[]) =>
  ids.length > NAMED_MAX ? say`${ids.slice(0, NAMED_MAX).join(', ')} and so on` : ids.join(', ');

/** The conditions sorted so that each comes after all that lead to it; or else the ids of one circle, in order. */
function inOrder(conditions: ReadonlyMap<string, Condition>): { ordered: Condition[]; circle: string[] } {
  const waitsFor = new Map([...conditions.keys()].map((id) => [id, 0]));
  const followers = ({ next }: Condition) => [...new Set(next)].filter((id) => conditions.has(id));
  for (const each of conditions.values())
    for (const id of followers(each)) waitsFor.set(id, (waitsFor.get(id) ?? 0) + 1);
  const ordered = [...conditions.values()].filter(({ id }) => waitsFor.get(id) === 0);
  for (const each of ordered) {
    for (const id of followers(each)) {
      const left = (waitsFor.get(id) ?? 0) - 1;
      waitsFor.set(id, left);
      if (left === 0) ordered.push(conditions.get(id)!);
    }
  }
  return { ordered, circle: ordered.length === conditions.size ? [] : circleAmong(conditions, waitsFor) };
}

/** Conditions that could not be sorted lead to one another: going back from one to the next closes a circle. */
function circleAmong(conditions: ReadonlyMap<string, Condition>, waitsFor: ReadonlyMap<string, number>): string[] {
  const isWaiting = (id: string) => (waitsFor.get(id) ?? 0) > 0;
  const before = new Map<string, string>();
  for (const { id, next } of conditions.values()) if (isWaiting(id)) for (const other of next) before.set(other, id);
  const gone = new Map<string, number>();
  const path: string[] = [];
  let at = [...conditions.keys()].find(isWaiting);
  while (at !== undefined && !gone.has(at)) {
    gone.set(at, path.length);
    path.push(at);
    at = before.get(at);
  }
  if (at === undefined) return [];
  const circle = path.slice(gone.get(at)).reverse();
  const ids = new Set(circle);
  const first = circle.indexOf([...conditions.keys()].find((id) => ids.has(id))!);
  return [...circle.slice(first), ...circle.slice(0, first)];
}

const WHOLE = 10n ** 30n;

/** The most that any path vests, in parts of 10^-30, each rounded down. A portion of the remainder never exceeds the whole. */
function heaviestPath(ordered: readonly Condition[], conditions: ReadonlyMap<string, Condition>): bigint {
  const upTo = new Map<string, bigint>();
  let heaviest = 0n;
  for (const condition of ordered) {
    const total = (upTo.get(condition.id) ?? 0n) + partOf(condition);
    if (total > heaviest) heaviest = total;
    for (const id of condition.next) if (conditions.has(id) && (upTo.get(id) ?? 0n) < total) upTo.set(id, total);
  }
  return heaviest;
}

function partOf({ portion, trigger }: Condition): bigint {
  if (!portion || portion.remainder) return 0n;
  const times = trigger.type === 'RELATIVE' ? BigInt(trigger.period.occurrences) : 1n;
  return (portion.of.n * times * WHOLE) / portion.of.d;
}
