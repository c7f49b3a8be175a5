// What vested before a split is calculated along the whole line of a security, starting with its first form.
import type { Generation } from '../../../../src/domain/vesting/throughSplits.ts';
import type { VestingInput } from '../../../../src/domain/vesting/schedule.ts';
import { vestingInputs } from '../../../data/grantVesting.ts';
import { replacedLines } from '../../../data/replacedLine.ts';
import type { Tx } from '../../../db/database.ts';

/** The schedules of a security and of those it replaces, oldest first. */
export interface VestingLine {
  input: VestingInput;
  before: Generation[];
}

/** The line of each vesting security, by id, as far back as each replaces only one. */
export async function vestingLines(tx: Tx, org: string, ids: readonly string[]): Promise<Map<string, VestingLine>> {
  const inputs = await vestingInputs(tx, org, ids);
  const vesting = [...inputs].filter(([, { vestings, terms }]) => vestings.length > 0 || terms !== null);
  const lines = await replacedLines(
    tx,
    org,
    vesting.map(([id]) => id),
  );
  for (const [id, line] of lines) lines.set(id, line.slice(line.findLastIndex(({ is_alone }) => !is_alone) + 1));
  const earlier = await vestingInputs(tx, org, [
    ...new Set([...lines.values()].flatMap((line) => line.map(({ security_id }) => security_id))),
  ]);
  return new Map(
    [...inputs].map(([id, input]) => [
      id,
      {
        input,
        before: (lines.get(id) ?? []).map(({ security_id, left, ratio }) => ({
          input: earlier.get(security_id)!,
          left,
          ratio,
        })),
      },
    ]),
  );
}
