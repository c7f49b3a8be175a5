// What was answered about earlier spreadsheets, kept for the next one with the same headings.
import { isNothing, rememberedOf } from '#src/domain/sheets/meanings/memory.ts';
import type { RememberedTable, SheetMemory } from '#src/domain/sheets/meanings/memory.ts';
import type { Reading, SheetAnswers } from '#src/domain/sheets/reading.ts';
import { orgOf } from '#server/auth/actor.ts';
import { sha256 } from '#server/data/sha256.ts';
import type { CommandContext } from '../core/context.ts';

/** So many sets of headings are looked at, the newest. */
const KEPT = 200;

export async function memoryOf({ tx, actor }: CommandContext): Promise<SheetMemory> {
  const rows = await tx.rows<{ headings: string; told: RememberedTable }>(
    `select headings, told from sheet_memory where org_id = $1 order by changed_at desc, headings_sha256 limit ${KEPT}`,
    [orgOf(actor)],
  );
  return Object.fromEntries(rows.map(({ headings, told }) => [headings, told]));
}

/** The answers with which the very same file was applied last, also where that was undone; null where it never was. */
export async function answersOfSameFile({ tx, actor }: CommandContext, bytes: Buffer): Promise<SheetAnswers | null> {
  const row = await tx.row<{ answers: SheetAnswers }>(
    `select answers from sheet where org_id = $1 and sha256 = $2 and import_id is not null order by created_at desc, id desc limit 1`,
    [orgOf(actor), sha256(bytes).toString('hex')],
  );
  return row?.answers ?? null;
}

export async function keepMemory(
  context: CommandContext,
  { tables, questions }: Reading,
  answers: SheetAnswers,
): Promise<void> {
  const { tx, actor, deps } = context;
  const before = await memoryOf(context);
  for (const [headings, told] of Object.entries(rememberedOf(tables, questions, answers, before))) {
    const key = sha256(headings).toString('hex');
    if (isNothing(told))
      await tx.write('delete from sheet_memory where org_id = $1 and headings_sha256 = $2', [orgOf(actor), key]);
    else
      await tx.write(
        `insert into sheet_memory (org_id, headings, headings_sha256, told, changed_by, changed_at) values ($1, $2, $3, $4, $5, $6)
         on conflict (org_id, headings_sha256) do update set told = excluded.told, changed_by = excluded.changed_by, changed_at = excluded.changed_at`,
        [orgOf(actor), headings, key, JSON.stringify(told), actor.account_id, deps.now().toISOString()],
      );
  }
}
