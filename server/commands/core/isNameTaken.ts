// Whether another record of the company has this name, in capital or small letters of any alphabet.
import { foldLetters } from '#src/domain/letters.ts';
import type { Tx } from '#server/db/database.ts';

export async function isNameTaken(
  tx: Tx,
  table: 'share_class' | 'equity_plan',
  { org, name, except }: { org: string; name: unknown; except: string | null },
): Promise<boolean> {
  const others = await tx.rows<{ name: string }>(
    `select name from ${table} where org_id = $1 and id is distinct from $2`,
    [org, except],
  );
  const wanted = foldLetters(String(name));
  return others.some((other) => foldLetters(other.name) === wanted);
}
