// Exactly what a list shows as a file: its filter, its order, and its columns or every readable field.
import { z } from 'zod';
import { today } from '#server/commands/core/context.ts';
import { listRecords } from '#server/data/lists/listRecords.ts';
import { runYielding } from '#server/data/runYielding.ts';
import { makePaper } from '#server/paper/makePaper.ts';
import type { Sheet } from '#server/paper/sheet.ts';
import { exportFileName } from '#src/resources/kit/csv.ts';
import type { ExportFormat } from '#src/resources/kit/csv.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import type { Router } from '../routes.ts';
import { csvOf, readColumns, sheetOf } from './listExport.ts';
import { asOfQuery, listQuery, readListQuery } from './listQuery.ts';

const exportQuery = listQuery.pick({ sort: true, filter: true }).extend({
  columns: z.string().optional().describe('["field"]: these columns alone, in this order; else every readable field'),
});
const CONTENT = {
  csv: { type: 'text/csv; charset=utf-8', words: 'CSV' },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', words: 'a workbook' },
} as const;

export function exportRoute(
  router: Router,
  resource: Resource,
  path: string,
  format: ExportFormat,
  /** Who is refused the list is refused its files. */
  guard: object,
) {
  const { type, words } = CONTENT[format];
  const { deps } = router;
  router
    .audited({ action: 'export', resource: resource.name, summary: `exported ${resource.label} as ${words}` })
    .limited('export')
    .get({
      url: `${path}/export.${format}`,
      roles: null,
      summary: `${resource.label} as ${words}`,
      fromReplica: true,
      ...guard,
      query: resource.asOf ? exportQuery.extend(asOfQuery.shape) : exportQuery,
      handler: async ({ tx, actor, query: { columns: asked, ...query }, reply }) => {
        const day = today({ actor, deps });
        const columns = readColumns(resource, asked);
        const list = { ...readListQuery(resource, query, day), range: null };
        const { rows } = await listRecords(tx, actor, resource, list);
        // The day at whose end the figures apply.
        const name = exportFileName(actor.client_name, resource, list.as_of ?? day, format);
        reply.type(type).header('content-disposition', `attachment; filename="${name}"`);
        return format === 'csv'
          ? runYielding(csvOf(resource, rows, columns))
          : runYielding(sheetOf(resource, rows, columns));
      },
      // The database is free again while a long workbook is made.
      thenReads: async (found: string | Sheet) =>
        typeof found === 'string' ? found : makePaper({ format: 'table', sheets: [found], now: deps.now() }),
    });
}
