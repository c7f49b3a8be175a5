// What was answered about a spreadsheet, place by place: a change is added to it, and the last changes can be taken back one by
// one. The places have one order, so the same answers are the same JSON whatever led to them.
import { CORRECTIONS_MAX } from '#src/contract/sheets.ts';
import type { SheetAnswersBody } from '#src/contract/sheets.ts';
import type { CellAnswer, SheetAnswers, TableAnswer } from '#src/domain/sheets/reading.ts';
import { invalidFields } from '../core/checked.ts';
import { conflict } from '../core/context.ts';

/** What one change replaced: the places that it touched, each with what stood there; null for nothing. */
export type Replaced = { place: string; value: unknown }[];

export interface Answered {
  answers: SheetAnswers;
  /** Of the last changes, oldest first. */
  earlier: Replaced[];
}

const CHANGES_KEPT = 20;
/** As JSON: one change may replace thousands of corrected cells. */
const CHARACTERS_KEPT = 2_000_000;

/** What is not named stays as it was. Refuses: more corrected cells than a file may have (422). */
export function withChange({ answers, earlier }: Answered, body: SheetAnswersBody): Answered {
  const before = placesOf(answers);
  const after = new Map(before);
  for (const [place, value] of placesOf(body)) if (value !== undefined) put(after, place, value);
  const changed = answersAt(after);
  if ((changed.cells ?? []).length > CORRECTIONS_MAX)
    throw invalidFields({
      cells: `At most ${CORRECTIONS_MAX.toLocaleString('en-US')} cells of a file can be corrected here. Correct the file, and choose it again.`,
    });
  const replaced = [...new Set([...before.keys(), ...after.keys()])]
    .filter((place) => JSON.stringify(before.get(place)) !== JSON.stringify(after.get(place)))
    .map((place) => ({ place, value: before.get(place) ?? null }));
  return { answers: changed, earlier: replaced.length === 0 ? earlier : lastOf([...earlier, replaced]) };
}

/** Refuses: nothing_to_undo (409). */
export function withoutLastChange({ answers, earlier }: Answered): Answered {
  const last = earlier.at(-1);
  if (!last) throw conflict('nothing_to_undo', 'There is no change of this file that can be taken back.');
  const places = placesOf(answers);
  for (const { place, value } of last) put(places, place, value);
  return { answers: answersAt(places), earlier: earlier.slice(0, -1) };
}

function lastOf(earlier: Replaced[]): Replaced[] {
  let kept = earlier.slice(-CHANGES_KEPT);
  while (kept.length > 1 && JSON.stringify(kept).length > CHARACTERS_KEPT) kept = kept.slice(1);
  return kept;
}

type Places = Map<string, unknown>;

const put = (places: Places, place: string, value: unknown) =>
  value === null ? places.delete(place) : places.set(place, value);

const placeAt = (...parts: (string | number | null)[]) => JSON.stringify(parts);

/** A corrected cell without a text is null: what the file has counts. */
function placesOf({ tables, answers, rows, cells, ...others }: SheetAnswersBody | SheetAnswers): Places {
  const places: Places = new Map(Object.entries(others).map(([name, value]) => [placeAt('own', name), value]));
  for (const { id, columns, ...table } of tables ?? []) {
    for (const [name, value] of Object.entries(table)) places.set(placeAt('table', id, name), value);
    for (const { column, field, share_class } of columns ?? [])
      places.set(placeAt('column', id, column), { column, field, share_class: share_class ?? null });
  }
  for (const [id, answer] of Object.entries(answers ?? {})) places.set(placeAt('answer', id), answer);
  for (const { table, row, use } of rows ?? []) places.set(placeAt('row', table, row), { table, row, use });
  for (const { tab, row, column, text } of cells ?? [])
    places.set(placeAt('cell', tab, row, column), text === null ? null : { tab, row, column, text });
  return places;
}

function answersAt(places: Places): SheetAnswers {
  const own: Record<string, unknown> = {};
  const tables = new Map<string, Record<string, unknown>>();
  const tableOf = (id: string) => {
    if (!tables.has(id)) tables.set(id, { id });
    return tables.get(id)!;
  };
  const answers: Record<string, string> = {};
  const rows: NonNullable<SheetAnswers['rows']>[number][] = [];
  const cells: CellAnswer[] = [];
  const inOrder = [...places].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [place, value] of inOrder) {
    const [kind, first, second] = JSON.parse(place) as [string, string, string];
    if (kind === 'own') own[first] = value;
    else if (kind === 'table') tableOf(first)[second] = value;
    else if (kind === 'column') ((tableOf(first).columns ??= []) as unknown[]).push(value);
    else if (kind === 'answer') answers[first] = value as string;
    else if (kind === 'row') rows.push(value as (typeof rows)[number]);
    else cells.push(value as CellAnswer);
  }
  return {
    ...own,
    ...(tables.size > 0 && { tables: [...tables.values()] as unknown as TableAnswer[] }),
    ...(Object.keys(answers).length > 0 && { answers }),
    ...(rows.length > 0 && { rows }),
    ...(cells.length > 0 && { cells }),
  };
}
