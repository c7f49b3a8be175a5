// What vested before a split is worked out along the whole line of a security, from the first of it.
import type { Generation } from '../../../../src/domain/vesting/throughSplits.ts';
import type { VestingInput } from '../../../../src/domain/vesting/schedule.ts';
import { vestingInputs } from '../../../data/grantVesting.ts';
import { replacedLines } from '../../../data/replacedLine.ts';
import type { Tx } from '../../../db/database.ts';

/** A security's schedule, and those that it replaces, the first of them first. */
export interface VestingLine {
  input: VestingInput;
  before: Generation[];
}

/** Of each security that vests, by its id, as far back as each replaces one alone. */
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
