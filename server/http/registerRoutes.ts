// The cap table and the registers as files.
import { requireRole } from '../auth/actor.ts';
import { capTableSheets } from '../reports/capTableSheet.ts';
import { basisOf, wholeTable } from '../reports/capTable.ts';
import { knownAtOf, sourceOf } from '../reports/capTableSource.ts';
import type { Source } from '../reports/capTableSource.ts';
import { holderListSheet } from '../reports/holderList.ts';
import { stockLedgerSheet } from '../reports/stockLedger.ts';
import { csvOf } from '../paper/csv.ts';
import { registerPdf } from '../paper/registerPdf.ts';
import type { Provenance, Sheet } from '../paper/sheet.ts';
import { workbookOf } from '../paper/workbook.ts';
import { readTableQuery, tableQuery } from './capTableRoutes.ts';
import type { Router } from './routes.ts';

const READERS = ['owner', 'admin', 'staff', 'viewer'] as const;
const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
};
type Format = keyof typeof TYPES;
/** The first sheet is the one that a file of one sheet holds. */
type Sheets = (source: Source, date: string, basis: string) => Promise<readonly [Sheet, ...Sheet[]]>;

export function registerRoutes(router: Router) {
  const capTable: Sheets = async (source, date, basis) =>
    capTableSheets(await wholeTable(source, date, basisOf(basis)));
  for (const format of ['csv', 'xlsx'] as const)
    file(router, '/api/cap-table/export', 'cap-table', format, 'The cap table', capTable);
  for (const format of ['csv', 'xlsx', 'pdf'] as const) {
    file(
      router,
      '/api/reports/stock-ledger',
      'stock-ledger',
      format,
      'Every entry of stock, in order',
      async (source, date) => [await stockLedgerSheet(source, date)],
    );
    file(
      router,
      '/api/reports/holder-list',
      'holder-list',
      format,
      'Who held what on a day, class by class',
      async (source, date) => [await holderListSheet(source, date)],
    );
  }
}

function file(router: Router, url: string, name: string, format: Format, about: string, sheets: Sheets) {
  router.actor({
    method: 'GET',
    url: `${url}.${format}`,
    summary: `${about}, as ${format.toUpperCase()}`,
    query: tableQuery,
    roles: READERS,
    handler: async ({ tx, actor, query, reply }) => {
      requireRole(actor, ...READERS);
      const asked = readTableQuery(router, query);
      const source = await sourceOf(tx, actor, asked.known_at);
      const found = await sheets(source, asked.as_of, asked.basis);
      const now = router.deps.now();
      const bytes = await bytesOf(format, found, await provenanceOf(source, asked, now), now);
      reply
        .type(TYPES[format])
        .header('content-disposition', `attachment; filename="${name}-${asked.as_of}.${format}"`)
        .header('cache-control', 'private, no-store');
      return bytes;
    },
  });
}

function bytesOf(
  format: Format,
  sheets: readonly [Sheet, ...Sheet[]],
  from: Provenance,
  now: Date,
): Promise<Buffer> | string {
  if (format === 'csv') return csvOf(sheets[0]);
  return format === 'xlsx' ? workbookOf(sheets, from) : registerPdf(sheets[0], from, now);
}

async function provenanceOf(source: Source, asked: { as_of: string }, now: Date): Promise<Provenance> {
  const row = await source.tx.row<{ company: string; last_seq: string }>(
    'select coalesce(legal_name, client_display_name) as company, last_seq from organization where id = $1',
    [source.org],
  );
  return {
    company: row?.company ?? '',
    date: asked.as_of,
    knownAt: knownAtOf(source) ?? row?.last_seq ?? '0',
    madeAt: `${now.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
  };
}
