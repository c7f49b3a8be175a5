// Applies a spreadsheet: what was read becomes an Open Cap Format package, and that is imported like any other.
import type { SheetApplied, SheetApplyBody } from '#src/contract/sheets.ts';
import { decimal, ZERO } from '#src/domain/figures/decimal.ts';
import { AppError } from '#src/domain/errors.ts';
import { newerThanRelease } from '#src/domain/ledger/package/writePackage.ts';
import { textOf, typeOf } from '#src/domain/ledger/core/fields.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import { CAPS } from '#src/domain/sheets/ledgerFindings.ts';
import { mustBeAccepted } from '#src/domain/sheets/words.ts';
import type { SheetDistribution } from '#src/domain/sheets/payments/distributions.ts';
import { orgOf } from '#server/auth/actor.ts';
import { lockLedger } from '#server/data/ledgerRepository.ts';
import { notFound } from '#server/data/refusals.ts';
import { loadStaticObjects } from '#server/data/replay.ts';
import { ZipWriter } from '#server/data/zipWriter.ts';
import type { AnswerOf } from '#server/sheets/sheetTasks.ts';
import { conflict, today } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { issuerOf } from '../exports/exportPackage.ts';
import { addPackage } from '../exports/packageZip.ts';
import { importPackage } from '../imports/importPackage.ts';
import { readUploadedPackage } from '../imports/readUpload.ts';
import { keepMemory } from './sheetMemory.ts';
import { bringInPayments, newDistributions } from './bringInPayments.ts';
import { changePeople } from './changePeople.ts';
import { recordsSeen } from './sheets.ts';
import type { StoredSheet } from './sheets.ts';

export interface SheetToApply {
  sheet: StoredSheet;
  read: AnswerOf<'objects'>;
  /** What the records were when it was read (`recordsSeen`). */
  seen: string;
  body: SheetApplyBody;
}

/**
 * Refuses: not_found (404); a person of whom nothing is to be changed, or a detail that a shareholder cannot have (422); stale_version, questions_open, errors_stand, differences_unexplained, warnings_not_accepted (409), and then writes nothing; payment_differs (409). Payments of the past go beside the package. The same
 * file with the same answers, once applied, adds nothing.
 */
export async function applySheet(
  context: CommandContext,
  { sheet, read, seen, body }: SheetToApply,
): Promise<SheetApplied> {
  await lockUnchanged(context, sheet);
  await lockLedger(context.tx, orgOf(context.actor));
  const isSame = seen === (await recordsSeen(context));
  const earlier = await appliedBefore(context, sheet);
  // Something of it may be missing again, where an import that it built on was undone.
  if (earlier && !(isSame && bringsAnything(read)))
    return {
      import_id: earlier.import_id,
      applied: true,
      counts: {},
      transactions: 0,
      people_changed: await changePeople(context, read.people, body.people?.change),
      already_applied_at: earlier.at,
    };
  if (!isSame)
    throw conflict(
      'stale_version',
      'The company’s records changed while the file was read. Nothing was written. Look at the file again, and apply it then.',
    );
  refuseUnready(read.reading, body);
  const upload = await readUploadedPackage(sheet.file_name, await packageOf(context, read));
  const before = await entriesOf(context);
  const distributions = await newDistributions(context, read.distributions);
  const { import_id, applied, counts, findings } = await importPackage(context, upload, {
    dryRun: false,
    acceptFindings: body.accept_warnings === true && isOverCap(read.reading),
    acceptable: CAPS,
    notifyHolders: body.notify_holders ?? false,
    choices: { all: 'ours' },
    progress: body.progress || null,
    bringsMore: distributions.length > 0,
  });
  if (!applied) {
    const fault = findings.find(({ severity, rule }) => severity === 'error' && !CAPS.has(rule));
    throw conflict('errors_stand', `Nothing was written. ${fault?.message ?? 'The ledger refused these entries.'}`);
  }
  await bringInPayments(context, import_id, distributions);
  await context.tx.write('update sheet set import_id = $3, differences = $4 where org_id = $1 and id = $2', [
    orgOf(context.actor),
    sheet.id,
    import_id,
    JSON.stringify(body.differences ?? []),
  ]);
  await keepMemory(context, read.reading, sheet.answers);
  return {
    import_id,
    applied: true,
    counts: { ...counts, ...countsOf(distributions) },
    transactions: (await entriesOf(context)) - before,
    people_changed: await changePeople(context, read.people, body.people?.change),
  };
}

/** Whether reading it now would write entries, holders, classes or plans. */
const bringsAnything = ({ statics, transactions }: AnswerOf<'objects'>): boolean =>
  statics.length + transactions.length > 0;

/** None where the file has no payments. */
const countsOf = (distributions: readonly SheetDistribution[]): Record<string, number> =>
  distributions.length === 0
    ? {}
    : {
        DISTRIBUTION: distributions.length,
        PAYMENT: distributions.reduce(
          (sum, { payments }) => sum + payments.filter(({ net }) => decimal(net) !== ZERO).length,
          0,
        ),
      };

/** Of several that apply it at once, one does. Refuses: not_found (404), stale_version (409) if its answers changed meanwhile. */
async function lockUnchanged({ tx, actor }: CommandContext, { id, answers }: StoredSheet): Promise<void> {
  const row = await tx.row<{ is_same: boolean }>(
    'select answers = $3 as is_same from sheet where org_id = $1 and id = $2 for update',
    [orgOf(actor), id, JSON.stringify(answers)],
  );
  if (!row) throw notFound();
  if (!row.is_same) throw conflict('stale_version', 'Somebody else answered meanwhile. Open the file again.');
}

async function entriesOf({ tx, actor }: CommandContext): Promise<number> {
  const row = await tx.row<{ seq: string }>('select last_seq as seq from organization where id = $1', [orgOf(actor)]);
  return Number(row!.seq);
}

async function appliedBefore(
  { tx, actor }: CommandContext,
  { sha256, answers }: StoredSheet,
): Promise<{ import_id: string; at: string } | undefined> {
  return tx.row<{ import_id: string; at: string }>(
    `select s.import_id, (select max(p.at) from import_step p where p.org_id = s.org_id and p.import_id = s.import_id and p.step = 'applied') as at
     from sheet s join import_view v on v.org_id = s.org_id and v.id = s.import_id and v.applied
     where s.org_id = $1 and s.sha256 = $2 and s.answers - 'recalled' = $3::jsonb - 'recalled' limit 1`,
    [orgOf(actor), sha256, JSON.stringify(answers)],
  );
}

type Reading = AnswerOf<'objects'>['reading'];

const isOverCap = ({ findings }: Reading): boolean => findings.some(({ code }) => code === 'over_authorized');

function refuseUnready(reading: Reading, { accept_warnings, differences = [] }: SheetApplyBody): void {
  if (reading.status === 'questions')
    throw conflict('questions_open', 'Some questions about this file are open. Answer them first.');
  if (reading.status === 'errors')
    throw conflict('errors_stand', 'Some rows of this file have errors. Correct or leave out each of them first.');
  const signed = new Set(differences.map(({ what, name }) => JSON.stringify([what, name])));
  const open = reading.tie_out.filter(
    ({ what, name, difference }) => decimal(difference) !== ZERO && !signed.has(JSON.stringify([what, name])),
  );
  if (open.length > 0)
    throw new AppError(
      'differences_unexplained',
      'The file’s totals and ours differ. Correct what its columns mean, or say why they differ.',
      { status: 409, fields: Object.fromEntries(open.map(({ what, name }) => [name ?? what, 'Say why they differ.'])) },
    );
  const hasWarnings = reading.findings.some(({ severity }) => severity === 'warning');
  if (!accept_warnings && (hasWarnings || reading.left_out.some(mustBeAccepted)))
    throw conflict(
      'warnings_not_accepted',
      hasWarnings
        ? 'This file has warnings. Read them, and accept them to go on.'
        : 'Some of this file is not imported. Read what it is, and accept it to go on.',
    );
}

async function packageOf(
  context: CommandContext,
  { reading, statics, transactions }: AnswerOf<'objects'>,
): Promise<Buffer> {
  const { tx, deps, actor } = context;
  const org = orgOf(actor);
  const day = today(context);
  const days = [day, ...transactions.map((each) => textOf(each, 'date') ?? day)].sort();
  const issuer = await issuerOf(tx, org, await loadStaticObjects(tx, org), days[0]!);
  const zip = new ZipWriter(deps.now());
  const isNewer = [issuer, ...statics, ...transactions].some((object) => newerThanRelease(object) !== null);
  await addPackage(zip, {
    issuer,
    written: {
      version: isNewer ? 'main' : '1.2.0',
      as_of: reading.as_of ?? day,
      generated_at: deps.now().toISOString(),
    },
    statics,
    typeOf,
    textsOf: texts,
    transactions: () => texts(transactions),
  });
  return zip.end();
}

async function* texts(items: readonly OcfObject[]) {
  for (const each of items) yield JSON.stringify(each);
}
