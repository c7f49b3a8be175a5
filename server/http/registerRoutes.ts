// The cap table and the registers as files.
import { readers } from '#src/resources/kit/access.ts';
import { z } from 'zod';
import { capTableSheets } from '../reports/capTable/capTableSheet.ts';
import { basisOf, wholeTable } from '../reports/capTable/capTable.ts';
import { holderEmails, knownAtOf, sourceOf } from '../reports/capTable/capTableSource.ts';
import type { Source } from '../reports/capTable/capTableSource.ts';
import { holderListSheet } from '../reports/registers/holderList.ts';
import { stockLedgerSheet } from '../reports/registers/stockLedger.ts';
import { fileNameOf } from '#src/resources/kit/csv.ts';
import { AppError } from '#src/domain/errors.ts';
import { csvOf, csvOfLong } from '../paper/csv.ts';
import { makePaper } from '../paper/makePaper.ts';
import type { LongSheet, Provenance, Sheet, SheetRow } from '../paper/sheet.ts';
import { today } from '../commands/core/context.ts';
import { inReadersLanguage } from '../reports/inReadersLanguage.ts';
import { readTableQuery, tableQuery } from './capTableRoutes.ts';
import { parseBody } from './routing/request.ts';
import type { Router } from './routes.ts';

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
};
type Format = keyof typeof TYPES;
/** `rows`: which table of the cap table a single-table file contains, and which comes first in others. */
const fileQuery = tableQuery.extend({
  rows: z.enum(['holder', 'class'], { error: 'The rows are holder or class.' }).optional(),
});
type Asked = ReturnType<typeof readTableQuery> & Pick<z.infer<typeof fileQuery>, 'rows'>;
/** A file with one sheet contains the first. */
type Sheets = (source: Source, asked: Asked) => Promise<readonly [Sheet, ...Sheet[]] | LongSheet>;

/** Larger files are not useful on paper or in a workbook, and take minutes. CSV has no limit. */
const MOST_LINES = { xlsx: 100_000, pdf: 25_000 };

export function registerRoutes(router: Router) {
  const capTable: Sheets = async (source, { as_of, basis, rows }) => {
    const sheets = capTableSheets(await wholeTable(source, as_of, basisOf(basis)), await holderEmails(source));
    return rows === 'class' ? [sheets[1], sheets[0]] : sheets;
  };
  for (const format of ['csv', 'xlsx'] as const)
    file(router, '/api/cap-table/export', 'cap-table', format, 'The cap table', capTable);
  for (const format of ['csv', 'xlsx', 'pdf'] as const) {
    file(
      router,
      '/api/reports/stock-ledger',
      'stock-ledger',
      format,
      'Every stock entry in order of days. Each entry or split lists the certificates that it closes, then those that it creates, by certificate number',
      async (source, { as_of }) => stockLedgerSheet(source, as_of),
    );
    file(
      router,
      '/api/reports/holder-list',
      'holder-list',
      format,
      'Who held what on a day, class by class',
      async (source, { as_of }) => [await holderListSheet(source, as_of)],
    );
  }
}

/** What the audit trail calls each. */
const EXPORTED = { 'cap-table': 'cap table', 'stock-ledger': 'stock ledger', 'holder-list': 'holder list' } as const;

function file(router: Router, url: string, name: keyof typeof EXPORTED, format: Format, about: string, sheets: Sheets) {
  router
    .audited({
      action: 'export',
      resource: name,
      summary: `exported ${EXPORTED[name]} as ${format.toUpperCase()}`,
    })
    .limited(format === 'pdf' ? 'paper' : 'export')
    .long()
    .get({
      url: `${url}.${format}`,
      summary: `${about}, as ${format.toUpperCase()}`,
      query: name === 'cap-table' ? fileQuery : tableQuery,
      roles: readers,
      fromReplica: true,
      handler: async ({ tx, actor, query, reply }) => {
        const asked = readTableQuery(today({ actor, deps: router.deps }), query);
        const source = await sourceOf(tx, actor, asked.known_at);
        const { rows } = parseBody(fileQuery, query);
        const now = router.deps.now();
        const from = await provenanceOf(source, asked, now);
        const write = async () => bytesOf(format, await sheets(source, { ...asked, rows }), from, now);
        // A workbook and a CSV are read by programs, in English.
        const bytes = await (format === 'pdf' ? inReadersLanguage(write) : write());
        reply
          .type(TYPES[format])
          .header(
            'content-disposition',
            `attachment; filename="${fileNameOf(actor.client_name, name, asked.as_of, format)}"`,
          )
          .header('cache-control', 'private, no-store');
        return bytes;
      },
    });
}

async function bytesOf(
  format: Format,
  found: readonly [Sheet, ...Sheet[]] | LongSheet,
  from: Provenance,
  now: Date,
): Promise<Buffer | string> {
  if (format === 'csv') return 'batches' in found ? csvOfLong(found) : csvOf(found[0]);
  const sheets = 'batches' in found ? ([await whole(found, MOST_LINES[format])] as const) : found;
  if (sheets.some(({ rows }) => rows.length > MOST_LINES[format])) throw tooLong(sheets[0].title, format);
  return makePaper({ format, sheets, from, now });
}

/** Reads at most one line beyond the limit. */
async function whole({ batches, ...head }: LongSheet, most: number): Promise<Sheet> {
  const rows: SheetRow[] = [];
  for await (const batch of batches) {
    rows.push(...batch);
    if (rows.length > most) break;
  }
  return { ...head, rows };
}

function tooLong(title: string, format: 'xlsx' | 'pdf'): AppError {
  const kind = format === 'pdf' ? 'A PDF' : 'A workbook';
  const most = MOST_LINES[format].toLocaleString('en-US');
  const what = `the ${title.charAt(0).toLowerCase()}${title.slice(1)}`;
  return new AppError(
    'too_many_lines',
    `${kind} holds ${most} lines at most, and ${what} has more. Use CSV, which has no limit, or choose an earlier day.`,
    { status: 422 },
  );
}

async function provenanceOf(source: Source, asked: { as_of: string }, now: Date): Promise<Provenance> {
  const row = await source.tx.row<{ company: string; last_seq: string; currency: string; made_at: string }>(
    `select coalesce(legal_name, client_display_name) as company, last_seq, currency::text as currency,
            to_char($2::timestamptz, 'YYYY-MM-DD HH24:MI ') || current_setting('timezone') as made_at
     from organization where id = $1`,
    [source.org, now.toISOString()],
  );
  return {
    company: row?.company ?? '',
    date: asked.as_of,
    knownAt: knownAtOf(source) ?? row?.last_seq ?? '0',
    currency: row?.currency ?? 'USD',
    madeAt: row?.made_at ?? '',
  };
}
