// Bringing in spreadsheets: a file or a pasted table is read, questions about it are answered, and it is applied as one unit.
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  pastedSheet,
  sheetAnswersBody,
  sheetApplied,
  sheetApplyBody,
  sheetGrid,
  sheetGridQuery,
  sheetReading,
  sheetSummary,
} from '#src/contract/sheets.ts';
import { TEMPLATE_KINDS } from '#src/domain/sheets/templates.ts';
import type { TemplateKind } from '#src/domain/sheets/templates.ts';
import { administrators } from '#src/resources/kit/access.ts';
import { fileNameOf } from '#src/resources/kit/csv.ts';
import { orgOf } from '../auth/actor.ts';
import { invalidFields } from '../commands/core/checked.ts';
import { today } from '../commands/core/context.ts';
import { labelOf } from '../commands/documents/documents.ts';
import { applySheet } from '../commands/sheets/applySheet.ts';
import { withChange, withoutLastChange } from '../commands/sheets/answers.ts';
import { refuseUnknown } from '../commands/sheets/knownAnswers.ts';
import { sheetFile, sheetPage, storedBytes } from '../queries/sheets/sheetGrid.ts';
import {
  giveUpSheet,
  givenFor,
  givenForNew,
  keepAnswers,
  keepSheet,
  listSheets,
  publishedReading,
  readNew,
  readStored,
  recordsSeen,
  storedSheet,
} from '../commands/sheets/sheets.ts';
import type { StoredSheet } from '../commands/sheets/sheets.ts';
import { notFound } from '../data/refusals.ts';
import { sha256 } from '../data/sha256.ts';
import { csvOfLines } from '../paper/csv.ts';
import { templateWorkbook } from '../paper/templateWorkbook.ts';
import { readInProcess } from '../sheets/readInProcess.ts';
import type { SheetGiven } from '../sheets/sheetTasks.ts';
import { attachmentNamed } from './files/attachment.ts';
import { bearerHash } from './authenticate.ts';
import { parseBody } from './routing/request.ts';
import type { Router } from './routes.ts';
import { extendSocketTimeout } from './socketTimeout.ts';
import { readUpload, refuseUnknownFields } from './files/upload.ts';

const FILE_MAX = 20 * 1024 * 1024;
const TOO_LARGE =
  'This file is larger than 20 MB. Copy the tables that you need into a new workbook, and choose that file.';
const PASTED = 'Pasted table';
const uploadFields = z.object({ as_of: pastedSheet.shape.as_of });

export function sheetRoutes(router: Router) {
  const { deps } = router;
  /** The stored file and what reading it needs, read before the transaction that writes. */
  const stored = (request: FastifyRequest, id: string) =>
    deps.db.asActor(bearerHash(request), (tx, { actor }) => withGiven(router, { tx, actor }, id), { readOnly: true });

  router
    .audited({ action: 'import', resource: 'imports', summary: 'read a spreadsheet' })
    .uploading()
    .limited('import')
    .post({
      url: '/api/sheets',
      summary:
        'Read a spreadsheet: multipart with file (.xlsx, .csv, .tsv) and as_of, or JSON {text, as_of} for a pasted table',
      uploads: uploadFields,
      answer: sheetReading,
      bodyLimit: FILE_MAX + 65_536,
      roles: administrators,
      status: 201,
      prepare: async (request, actor) => {
        const { name, bytes, as_of } = await fileOf(request);
        extendSocketTimeout(request);
        const given = await deps.db.asActor(
          bearerHash(request),
          (tx, session) => givenForNew({ tx, actor: session.actor, deps }, bytes, as_of),
          { readOnly: true },
        );
        const value = { name, bytes, ...(await readNew(bytes, given)) };
        return { value, fingerprint: `${orgOf(actor)} ${sha256(bytes).toString('hex')} ${name} ${as_of ?? ''}` };
      },
      handler: ({ tx, actor, body }) => keepSheet({ tx, actor, deps }, body),
    });
  router.get({
    url: '/api/sheets',
    summary: 'The spreadsheets that were read, unfinished ones first',
    answer: z.array(sheetSummary),
    roles: administrators,
    handler: ({ tx, actor }) => listSheets({ tx, actor, deps }),
  });
  router.limited('import').get({
    url: '/api/sheets/:id',
    summary: 'One spreadsheet as it is read now: tables, questions, findings, and the totals of the file beside ours',
    answer: sheetReading,
    roles: administrators,
    handler: ({ tx, actor, params }) => withGiven(router, { tx, actor }, params.id!),
    thenReads: async ({ sheet, given }) => publishedReading(sheet, await readStored(sheet.bytes, given)),
  });
  router.get({
    url: '/api/sheets/:id/grid',
    summary: 'Rows of one tab of the file, as a person reads them, with the texts that were corrected here',
    query: sheetGridQuery,
    answer: sheetGrid,
    roles: administrators,
    handler: async ({ tx, actor, params, query }) => {
      const { tab = 0, from = 1, rows = 200 } = parseBody(sheetGridQuery, query);
      return { file: await sheetFile(tx, orgOf(actor), params.id!), page: { tab, from, rows } };
    },
    thenReads: ({ file, page }, { tokenHash }) =>
      sheetPage(file, page, () =>
        deps.db.asActor(tokenHash, (tx, { actor }) => storedBytes(tx, orgOf(actor), file.id), { readOnly: true }),
      ),
  });
  router
    .audited({ action: 'update', resource: 'imports', summary: 'answered questions about a spreadsheet' })
    .prepared()
    .limited('import')
    .put({
      url: '/api/sheets/:id',
      summary:
        'Answer questions, say what tables, columns and rows mean, correct cells; or take the last change back. What is not named stays as it was',
      takes: sheetAnswersBody,
      answer: sheetReading,
      roles: administrators,
      prepare: async (request) => {
        const body = parseBody(sheetAnswersBody, request.body);
        // Without the answers so far: a change may have taken some of them back.
        const { sheet, given } = await deps.db.asActor(
          bearerHash(request),
          async (tx, { actor }) => ({
            sheet: await storedSheet(tx, orgOf(actor), idOf(request)),
            given: await givenFor({ tx, actor, deps }, {}),
          }),
          { readOnly: true },
        );
        const { undo: isUndo = false, ...change } = body;
        const answered = isUndo ? withoutLastChange(sheet) : withChange(sheet, change);
        extendSocketTimeout(request);
        const read = await readStored(sheet.bytes, { ...given, ...answered.answers });
        await refuseUnknown({
          change,
          before: sheet.answers,
          after: answered.answers,
          read,
          readBefore: () => readStored(sheet.bytes, { ...given, ...sheet.answers }),
          file: sheet,
        });
        return { value: { sheet, answered, isUndo, read }, fingerprint: JSON.stringify(body) };
      },
      handler: async ({ tx, actor, body, entry }) => {
        await keepAnswers({ tx, actor, deps }, body);
        const { sheet, answered, isUndo, read } = body;
        entry?.says(`${isUndo ? 'took back the last answer about' : 'answered questions about'} ${sheet.file_name}`);
        return publishedReading({ ...sheet, earlier: answered.earlier }, read);
      },
    });
  router.audited({ action: 'delete', resource: 'imports', summary: 'discarded a spreadsheet' }).delete({
    url: '/api/sheets/:id',
    summary: 'Discard a spreadsheet that is not applied',
    roles: administrators,
    handler: async ({ tx, actor, params }) => {
      await giveUpSheet({ tx, actor, deps }, params.id!);
      return undefined;
    },
  });
  router
    .audited({ action: 'import', resource: 'imports', summary: 'applied a spreadsheet' })
    .prepared()
    .limited('import')
    .long()
    .post({
      url: '/api/sheets/:id/apply',
      summary: 'Apply a spreadsheet as one unit; the import that it makes can be undone',
      takes: sheetApplyBody,
      answer: sheetApplied,
      roles: administrators,
      prepare: async (request) => {
        const body = parseBody(sheetApplyBody, request.body);
        const { sheet, given, seen } = await stored(request, idOf(request));
        extendSocketTimeout(request);
        const read = await readInProcess('objects', sheet.bytes, given);
        const { progress: _name, ...asked } = body;
        return { value: { sheet, read, seen, body }, fingerprint: JSON.stringify(asked) };
      },
      handler: ({ tx, actor, body }) => applySheet({ tx, actor, deps }, body),
    });
  router.audited({ action: 'export', resource: 'imports', summary: 'downloaded the errors of a spreadsheet' }).get({
    url: '/api/sheets/:id/errors.csv',
    summary: 'The rows of the file with what is wrong with each, as CSV',
    roles: administrators,
    handler: async ({ tx, actor, params, reply }) => {
      const { sheet, given } = await withGiven(router, { tx, actor }, params.id!);
      const day = today({ actor, deps });
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${fileNameOf(actor.client_name, 'errors', day, 'csv')}"`);
      return { sheet, given };
    },
    thenReads: async ({ sheet, given }) => csvOfLines(await readInProcess('errors', sheet.bytes, given)),
  });
  router.audited({ action: 'export', resource: 'imports', summary: 'downloaded a spreadsheet' }).get({
    url: '/api/sheets/:id/file',
    summary: 'The file as it came, or the text that was pasted',
    roles: administrators,
    handler: async ({ tx, actor, params, reply, entry }) => {
      const { file_name, bytes } = await storedSheet(tx, orgOf(actor), params.id!);
      entry?.says(`downloaded ${file_name}`);
      reply
        .type('application/octet-stream')
        .header('content-disposition', attachmentNamed(file_name === PASTED ? `${PASTED}.txt` : file_name));
      return bytes;
    },
  });
  router.get({
    url: '/api/sheets/templates/:kind.xlsx',
    summary: `An empty table to fill in: ${TEMPLATE_KINDS.join(', ')}`,
    roles: administrators,
    handler: async ({ params, reply }) => {
      const { kind } = params;
      if (!(TEMPLATE_KINDS as readonly string[]).includes(kind!)) throw notFound();
      reply
        .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
        .header('content-disposition', `attachment; filename="${kind}.xlsx"`);
      return templateWorkbook(kind as TemplateKind);
    },
  });
}

interface Given {
  sheet: StoredSheet;
  given: SheetGiven;
  seen: string;
}

async function withGiven(
  { deps }: Router,
  { tx, actor }: Pick<Parameters<typeof listSheets>[0], 'tx' | 'actor'>,
  id: string,
): Promise<Given> {
  const sheet = await storedSheet(tx, orgOf(actor), id);
  // Before the records themselves: a change in between is noticed.
  const seen = await recordsSeen({ tx, actor });
  return { sheet, seen, given: await givenFor({ tx, actor, deps }, sheet.answers) };
}

const idOf = (request: FastifyRequest): string => (request.params as { id: string }).id;

/** Refuses: too_large (413), the fields at fault (422). */
async function fileOf(request: FastifyRequest): Promise<{ name: string; bytes: Buffer; as_of?: string | undefined }> {
  if (!request.isMultipart()) {
    const { text, as_of } = parseBody(pastedSheet, request.body);
    return { name: PASTED, bytes: Buffer.from(text), as_of };
  }
  const { file, fields } = await readUpload(request, FILE_MAX, TOO_LARGE);
  refuseUnknownFields(fields, uploadFields);
  if (!file) throw invalidFields({ file: 'Choose a file.' });
  const { as_of } = parseBody(
    uploadFields,
    Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '')),
  );
  return { name: labelOf(file.name), bytes: file.bytes, as_of };
}
