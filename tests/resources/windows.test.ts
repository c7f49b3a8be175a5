// The inputs of the time to exercise after leaving, and what is recorded of them.
import { expect, it } from 'vitest';
import { wholeWindows } from '#src/domain/exerciseWindows.ts';
import { windowsTyped, windowValues } from '#src/resources/issuances/windows.ts';

const TOLD = [{ reason: 'INVOLUNTARY_WITH_CAUSE', period: 6, period_type: 'MONTHS' }] as const;
/** As a plan's page shows them: what it says itself, and the usual time for every other reason. */
const shown = wholeWindows([], TOLD);

it('a plan that is saved as it was records no more than it said: the usual time stays usual', () => {
  expect(windowsTyped(windowValues(shown), shown)).toEqual(TOLD);
});

it('a usual time that is changed is recorded, and the others stay usual', () => {
  const values = { ...windowValues(shown), window_INVOLUNTARY_DEATH: 24 };
  expect(windowsTyped(values, shown)).toEqual([
    { reason: 'INVOLUNTARY_DEATH', period: 24, period_type: 'MONTHS' },
    ...TOLD,
  ]);
});

it('a new plan records every time that its form shows', () => {
  expect(windowsTyped(windowValues([])).map(({ reason }) => reason)).not.toContain('VOLUNTARY_RETIREMENT');
  expect(windowsTyped(windowValues([]))).toHaveLength(6);
});
