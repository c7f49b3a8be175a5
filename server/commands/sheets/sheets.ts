// Spreadsheets that are being imported: stored as they came, with what was answered. Their meaning is read from both in a
// thread of its own, outside any transaction.
import type { SheetReading, SheetSummary } from '#src/contract/sheets.ts';
import { textOf } from '#src/domain/ledger/core/fields.ts';
import type { OcfObject, OcfTransaction } from '#src/domain/ledger/core/types.ts';
import type { ExistingObjects } from '#src/domain/sheets/objects/existing.ts';
import type { KnownPerson } from '#src/domain/sheets/people/details.ts';
import type { SheetAnswers } from '#src/domain/sheets/reading.ts';
import { orgOf } from '#server/auth/actor.ts';
import { liveEntries, loadEntries, loadStaticObjects } from '#server/data/replay.ts';
import { notFound } from '#server/data/refusals.ts';
import { sha256 } from '#server/data/sha256.ts';
import type { Tx } from '#server/db/database.ts';
import { frozenDistributions } from '../ledger/frozenRecordDates.ts';
import { currencyOf } from '../equityPlans/keepStatic.ts';
import { readInProcess } from '#server/sheets/readInProcess.ts';
import type { AnswerOf, SheetGiven } from '#server/sheets/sheetTasks.ts';
import type { SheetMemory } from '#src/domain/sheets/meanings/memory.ts';
import { answersOfSameFile, memoryOf } from './sheetMemory.ts';
import { conflict, recordActivity, today } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { knownPayments } from './bringInPayments.ts';
import type { Answered } from './answers.ts';

/** So many that are not applied may wait: each keeps its file. */
const OPEN_MAX = 50;

export interface StoredSheet extends Answered {
  id: string;
  file_name: string;
  sha256: string;
  bytes: Buffer;
  import_id: string | null;
  is_applied: boolean;
  created_at: string;
}

const APPLIED = `exists (select 1 from import_view v where v.org_id = s.org_id and v.id = s.import_id and v.applied)`;
const COLUMNS = `s.id, s.file_name, s.sha256, s.answers, s.import_id, ${APPLIED} as is_applied, s.created_at`;

/** Unfinished ones first, newest first. */
export async function listSheets({ tx, actor }: CommandContext): Promise<SheetSummary[]> {
  const rows = await tx.rows<StoredSheet>(
    `select ${COLUMNS} from sheet s where s.org_id = $1 order by ${APPLIED}, s.created_at desc, s.id desc limit 200`,
    [orgOf(actor)],
  );
  return rows.map(({ id, file_name, import_id, is_applied, created_at }) => ({
    id,
    file_name,
    import_id,
    created_at,
    status: is_applied ? 'applied' : 'open',
  }));
}

/** Refuses: not_found (404). */
export async function storedSheet(tx: Tx, org: string, id: string): Promise<StoredSheet> {
  const row = await tx.row<StoredSheet>(
    `select ${COLUMNS}, s.earlier, s.bytes from sheet s where s.org_id = $1 and s.id::text = $2`,
    [org, id],
  );
  if (!row) throw notFound();
  return row;
}

/** What reading needs of the company, and the answers so far. */
export async function givenFor(context: CommandContext, answers: SheetAnswers): Promise<SheetGiven> {
  const { tx, actor } = context;
  const org = orgOf(actor);
  return {
    org,
    today: today(context),
    currency: await currencyOf(context, org),
    existing: await existingOf(tx, org),
    frozen: await frozenDistributions(tx, org),
    knownPayments: await knownPayments(tx, org),
    ...answers,
  };
}

/**
 * Changes with every entry of the ledger, and with every new shareholder, class or plan: what was read before is compared with other
 * records than those that are there.
 */
export async function recordsSeen({ tx, actor }: Pick<CommandContext, 'tx' | 'actor'>): Promise<string> {
  const row = await tx.row<{ seen: string }>(
    `select concat_ws(' ', o.last_seq,
       (select count(*) from shareholder h where h.org_id = o.id),
       (select count(*) from share_class c where c.org_id = o.id),
       (select count(*) from equity_plan p where p.org_id = o.id)) as seen
     from organization o where o.id = $1`,
    [orgOf(actor)],
  );
  return row!.seen;
}

/** Without voided entries. */
async function existingOf(tx: Tx, org: string): Promise<ExistingObjects> {
  const statics = await loadStaticObjects(tx, org);
  const entries = liveEntries(await loadEntries(tx, org));
  return {
    statics: statics.map(({ object }) => object),
    transactions: entries.map(({ ocf }) => ocf as OcfTransaction),
    shareholders: await shareholdersOf(tx, org, statics),
  };
}

/** What reading a file that comes for the first time needs. */
export interface NewGiven {
  given: SheetGiven;
  /** The answers it was applied with before; else what is remembered of files with the same headings. */
  answers: SheetAnswers | null;
  memory: SheetMemory;
  as_of: SheetAnswers['as_of'];
}

export async function givenForNew(
  context: CommandContext,
  bytes: Buffer,
  as_of: SheetAnswers['as_of'],
): Promise<NewGiven> {
  const answers = await answersOfSameFile(context, bytes);
  const told = as_of === undefined ? answers : answers && { ...answers, as_of };
  return {
    given: await givenFor(context, told ?? (as_of === undefined ? {} : { as_of })),
    answers: told,
    memory: told ? {} : await memoryOf(context),
    as_of,
  };
}

export async function readNew(
  bytes: Uint8Array,
  { given, answers, memory, as_of }: NewGiven,
): Promise<Pick<NewSheet, 'read' | 'answers'>> {
  if (answers) return { read: await readStored(bytes, given), answers };
  const first = await readInProcess('first', bytes, { ...given, memory });
  return { read: first.reading, answers: { ...(as_of === undefined ? {} : { as_of }), ...first.answers } };
}

/** As the lists have them: an address without a country is in no object. */
async function shareholdersOf(tx: Tx, org: string, statics: readonly { object: OcfObject }[]): Promise<KnownPerson[]> {
  const assigned = new Map(
    statics.map(({ object }) => [String(object.id), textOf(object, 'issuer_assigned_id') ?? '']),
  );
  const rows = await tx.rows<Omit<KnownPerson, 'assigned_id'>>(
    `select id, version, name, type, coalesce(email, '') as email, coalesce(relationship, '') as relationship,
       concat_ws(', ', nullif(street_1, ''), nullif(street_2, '')) as street_1, coalesce(city, '') as city,
       coalesce(state, '') as state, coalesce(postal_code, '') as postal_code, coalesce(country, '') as country
     from shareholder where org_id = $1 order by created_at, id`,
    [org],
  );
  return rows.map((row) => ({ ...row, assigned_id: assigned.get(row.id) ?? '' }));
}

type Read = AnswerOf<'reading'>;

export const readStored = (bytes: Uint8Array, given: SheetGiven): Promise<Read> =>
  readInProcess('reading', bytes, given);

type Named = Pick<StoredSheet, 'id' | 'file_name' | 'import_id' | 'is_applied' | 'created_at' | 'earlier'>;

export const publishedReading = (
  { id, file_name, import_id, is_applied, created_at, earlier }: Named,
  read: Read,
): SheetReading => ({
  id,
  file_name,
  import_id,
  created_at,
  ...read,
  status: is_applied ? 'applied' : read.status,
  can_undo: !is_applied && earlier.length > 0,
});

export interface NewSheet {
  name: string;
  bytes: Buffer;
  answers: SheetAnswers;
  read: Read;
}

/** Refuses: too_many_sheets (409). */
export async function keepSheet(
  context: CommandContext,
  { name, bytes, answers, read }: NewSheet,
): Promise<SheetReading> {
  const { tx, actor, deps } = context;
  const org = orgOf(actor);
  await tx.rows('select 1 from organization where id = $1 for no key update', [org]);
  const open = await tx.row<{ count: number }>(
    `select count(*)::integer as count from sheet s where s.org_id = $1 and not ${APPLIED}`,
    [org],
  );
  if (open!.count >= OPEN_MAX)
    throw conflict('too_many_sheets', `${OPEN_MAX} files are waiting already. Apply or discard some.`);
  const sheet = {
    id: deps.newId(),
    file_name: name,
    import_id: null,
    is_applied: false,
    earlier: [],
    created_at: deps.now().toISOString(),
  };
  await tx.write(
    `insert into sheet (org_id, id, file_name, sha256, bytes, answers, created_by, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      org,
      sheet.id,
      name,
      sha256(bytes).toString('hex'),
      bytes,
      JSON.stringify(answers),
      actor.account_id,
      sheet.created_at,
    ],
  );
  recordActivity(context, { text: `read ${name}`, resource: 'imports', id: sheet.id });
  return publishedReading(sheet, read);
}

/** Refuses: already_applied, stale_version (409) if somebody else answered meanwhile. */
export async function keepAnswers(
  { tx, actor }: CommandContext,
  { sheet, answered: { answers, earlier } }: { sheet: StoredSheet; answered: Answered },
): Promise<void> {
  if (sheet.is_applied) throw alreadyApplied();
  const done = await tx.write(
    'update sheet set answers = $3, earlier = $4 where org_id = $1 and id = $2 and answers = $5 and earlier = $6',
    [
      orgOf(actor),
      sheet.id,
      JSON.stringify(answers),
      JSON.stringify(earlier),
      JSON.stringify(sheet.answers),
      JSON.stringify(sheet.earlier),
    ],
  );
  if (done === 0) throw conflict('stale_version', 'Somebody else answered meanwhile. Open the file again.');
}

export const alreadyApplied = () =>
  conflict('already_applied', 'This file is applied. Undo its import first to change what it means.');

/** Refuses: already_applied (409). */
export async function giveUpSheet(context: CommandContext, id: string): Promise<void> {
  const { tx, actor } = context;
  const sheet = await storedSheet(tx, orgOf(actor), id);
  if (sheet.is_applied) throw alreadyApplied();
  await tx.write('delete from sheet where org_id = $1 and id = $2', [orgOf(actor), sheet.id]);
  recordActivity(context, { text: `discarded ${sheet.file_name}`, resource: 'imports', id: sheet.id });
}
