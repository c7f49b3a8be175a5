// The time to exercise after leaving, reason by reason: how a body says it, and the inputs of a plan and of a grant.
import { say } from '#src/words/say.ts';
import { z } from 'zod';
import { wholeWindows, windowWarnings } from '#src/domain/exerciseWindows.ts';
import type { ExerciseWindow, ShownWindow } from '#src/domain/exerciseWindows.ts';
import { WINDOW_UNITS } from '#src/domain/keywords.ts';
import { SERVICE_END_CODES, SERVICE_ENDS } from '#src/domain/serviceEnd.ts';
import { choice, number } from '../kit/fields.ts';
import type { Fields } from '../kit/fields.ts';
import { limits } from '../kit/limits.ts';
import { oneOf } from '../kit/validation.ts';
import type { Typed } from './issuance.ts';

export const windowBody = z.strictObject({
  reason: oneOf(SERVICE_END_CODES),
  period: z
    .int(say`A whole number.`)
    .min(0, say`At least 0.`)
    .max(limits.windowPeriod, say`At most 9,999.`),
  period_type: oneOf(WINDOW_UNITS),
});
/** In: the window of one reason. Out: a list of them, each reason once. */
export const eachOnce = <W extends z.ZodType<{ reason: string }>>(window: W) =>
  z
    .array(window)
    .refine(
      (windows) => new Set(windows.map(({ reason }) => reason)).size === windows.length,
      say`List each reason once.`,
    );
export const windowsBody = eachOnce(windowBody);

const names = (reason: string) => ({ period: `window_${reason}`, unit: `unit_${reason}` });

export const WINDOW_HEADING = `#${say`Time to exercise after leaving`}`;
/** The two inputs of each window: its length, and in what it is counted. */
export const windowRows = (): string[][] =>
  SERVICE_END_CODES.map((reason) => [names(reason).period, names(reason).unit]);

export function windowFields(): Fields {
  const fields: Fields = {};
  for (const reason of SERVICE_END_CODES) {
    const { period, unit } = names(reason);
    const help =
      reason === 'VOLUNTARY_RETIREMENT'
        ? say`Left empty: as when they leave.`
        : reason === 'INVOLUNTARY_WITH_CAUSE'
          ? say`0 for none: until the last day of service.`
          : undefined;
    fields[period] = number({
      required: reason !== 'VOLUNTARY_RETIREMENT',
      min: 0,
      max: limits.windowPeriod,
      label: SERVICE_ENDS[reason],
      ...(help && { help }),
    });
    fields[unit] = choice(WINDOW_UNITS, {
      required: true,
      label: say`${SERVICE_ENDS[reason]}: counted in`,
      labels: { DAYS: say`Days`, MONTHS: say`Months`, YEARS: say`Years` },
    });
  }
  return fields;
}

/** Retirement starts empty where nobody has said anything: it has no usual window of its own. */
export function windowValues(told: readonly (ExerciseWindow & { source?: string })[]): Typed {
  const values: Record<string, unknown> = {};
  for (const window of wholeWindows(told, [])) {
    const { period, unit } = names(window.reason);
    const isOpen =
      window.reason === 'VOLUNTARY_RETIREMENT' &&
      !told.some((each) => each.reason === window.reason && each.source !== 'usual');
    values[period] = isOpen ? '' : window.period;
    values[unit] = window.period_type;
  }
  return values;
}

export const windowNames = windowRows().flat();

/** `shown`: of a record that is edited. A usual window that was left as it is stays usual: nobody said that it was agreed. */
export function windowsTyped(values: Typed, shown: readonly ShownWindow[] = []): ExerciseWindow[] {
  return SERVICE_END_CODES.flatMap((reason) => {
    const { period, unit } = names(reason);
    const period_type = WINDOW_UNITS.find((each) => each === values[unit]);
    const typed = values[period];
    if (typeof typed !== 'number' || !period_type) return [];
    const usual = shown.find((each) => each.reason === reason && each.source === 'usual');
    return usual?.period === typed && usual.period_type === period_type ? [] : [{ reason, period: typed, period_type }];
  });
}

export const typedWindowWarnings = (values: Typed): string[] => windowWarnings(windowsTyped(values));
