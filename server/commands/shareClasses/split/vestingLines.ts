// What vested before a split is calculated along the whole line of a security, starting with its first form.
import { decimal, ONE_TO_ONE } from '#src/domain/figures/decimal.ts';
import type { Generation } from '#src/domain/vesting/throughSplits.ts';
import type { VestingInput } from '#src/domain/vesting/schedule.ts';
import { vestingInputs } from '#server/data/grantVesting.ts';
import { replacedLines } from '#server/data/replacedLine.ts';
import type { Tx } from '#server/db/database.ts';

/** The schedules of a security and of those it replaces, oldest first. */
export interface VestingLine {
  input: VestingInput;
  before: Generation[];
}

/** The line of each vesting security, by id, as far back as each replaces only one; stock of an early exercise begins with its grant. */
export async function vestingLines(tx: Tx, org: string, ids: readonly string[]): Promise<Map<string, VestingLine>> {
  const inputs = await vestingInputs(tx, org, ids);
  const vesting = [...inputs].filter(([, { vestings, terms }]) => vestings.length > 0 || terms !== null);
  const lines = await replacedLines(
    tx,
    org,
    vesting.map(([id]) => id),
  );
  for (const [id, line] of lines) lines.set(id, line.slice(line.findLastIndex(({ is_alone }) => !is_alone) + 1));
  const origins = await exercisedGrants(
    tx,
    org,
    vesting.map(([id]) => lines.get(id)?.[0]?.security_id ?? id),
  );
  const earlier = await vestingInputs(tx, org, [
    ...new Set([...lines.values()].flatMap((line) => line.map(({ security_id }) => security_id))),
    ...new Set([...origins.values()].map(({ grant }) => grant)),
  ]);
  return new Map(
    [...inputs].map(([id, input]) => {
      const line = lines.get(id) ?? [];
      const origin = origins.get(line[0]?.security_id ?? id);
      const granted = origin && earlier.get(origin.grant);
      return [
        id,
        {
          input,
          before: [
            ...(granted ? [{ input: granted, left: granted.quantity - decimal(origin.used), ratio: ONE_TO_ONE }] : []),
            ...line.map(({ security_id, left, ratio }) => ({ input: earlier.get(security_id)!, left, ratio })),
          ],
        },
      ];
    }),
  );
}

/** The grants whose early exercise made stock, by the stock's id, and what was exercised of each before. */
async function exercisedGrants(tx: Tx, org: string, stock: readonly string[]) {
  const rows = await tx.rows<{ id: string; grant: string; used: string }>(
    `select r.result_security_id as id, g.security_id as grant,
            coalesce((select t.gone from taken_out($1, 'infinity', r.tx_seq - 1) t where t.security_id = g.security_id), 0)::text as used
     from resulting r
     join security g on g.org_id = $1 and g.security_id = r.from_security_id and g.kind = 'EQUITY_COMPENSATION'
     join security s on s.org_id = $1 and s.security_id = r.result_security_id and s.kind = 'STOCK'
     where r.org_id = $1 and r.result_security_id = any ($2)`,
    [org, stock],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
