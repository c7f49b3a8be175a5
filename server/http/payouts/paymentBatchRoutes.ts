// Batches of payments: making one, its file, and the results that the bank sends back.
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { batchLine, batchMade, batchPreview, batchResults } from '#src/contract/paymentBatches.ts';
import { batchBody, batchPreviewBody } from '#src/resources/batchBodies.ts';
import { administrators, readers } from '#src/resources/kit/access.ts';
import { fileNameOf } from '#src/resources/kit/csv.ts';
import { paymentBatches } from '#src/resources/paymentBatches.ts';
import { payments } from '#src/resources/payments.ts';
import { batchFilePiece } from '#server/commands/batches/batchFile.ts';
import { bringInResults } from '#server/commands/batches/bringInResults.ts';
import type { Asked } from '#server/commands/batches/chosen.ts';
import { batchesOf } from '#server/queries/showBatch.ts';
import { makeBatch, previewBatch } from '#server/commands/batches/makeBatch.ts';
import { readResults } from '#server/sheets/results/readResults.ts';
import { invalidFields } from '#server/commands/core/checked.ts';
import { today } from '#server/commands/core/context.ts';
import type { CommandContext } from '#server/commands/core/context.ts';
import { notFound } from '#server/data/refusals.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import { sha256 } from '#server/data/sha256.ts';
import type { Session, Tx } from '#server/db/database.ts';
import { bearerHash } from '../authenticate.ts';
import { readListQuery } from '../lists/listQuery.ts';
import type { Router } from '../routes.ts';
import { extendSocketTimeout } from '../socketTimeout.ts';
import { readUpload, refuseUnknownFields } from '../files/upload.ts';

const PATH = '/api/payment-batches';
const RESULTS_MAX = 100 * 1024 * 1024;
const ENDINGS = { csv: 'csv', nacha: 'ach', 'pain.001': 'xml' } as const;
const TYPES = { csv: 'text/csv; charset=utf-8', nacha: 'text/plain; charset=us-ascii', 'pain.001': 'application/xml' };

export function paymentBatchRoutes(router: Router) {
  const { deps } = router;
  router
    .audited({ action: 'create', resource: paymentBatches.name, summary: 'made a batch of payments' })
    .limited('export')
    .long()
    .post({
      url: PATH,
      summary: 'Make a batch of payments: a file for the bank, and all of them processing',
      body: batchBody,
      answers: paymentBatches.name,
      answer: batchMade,
      status: 201,
      roles: administrators,
      handler: ({ tx, actor, body, request }) => {
        extendSocketTimeout(request);
        const context = { tx, actor, deps };
        return makeBatch(context, {
          ...askedOf(context, body),
          debtor: body.debtor,
          bank_account_id: body.bank_account_id,
        });
      },
    });
  router.unaudited().post({
    url: `${PATH}/preview`,
    summary: 'What a batch would hold, and what it would leave out and why; nothing is written',
    body: batchPreviewBody,
    answer: batchPreview,
    roles: administrators,
    handler: ({ tx, actor, body }) => {
      const context = { tx, actor, deps };
      return previewBatch(context, askedOf(context, body));
    },
  });
  router.get({
    url: '/api/distributions/:id/batches',
    summary: 'The batches that hold payments of a distribution, the newest first',
    answer: z.array(batchLine),
    roles: readers,
    handler: ({ tx, actor, params }) => batchesOf({ tx, actor, deps }, params.id!),
  });
  router
    .audited({ action: 'download', resource: paymentBatches.name, summary: 'downloaded the file of' })
    .writing()
    .steppedUp()
    .get({
      url: `${PATH}/:id/file`,
      summary: 'The file of a batch, for the bank; the download is noted',
      roles: administrators,
      handler: async ({ tx, actor, params, reply, entry }) => {
        const batch = await findRecord(tx, actor, paymentBatches, params.id!);
        if (!batch) throw notFound();
        const first = await batchFilePiece({ tx, actor, deps }, String(batch.id), 0);
        entry?.says(`downloaded the file of ${String(batch.name)}`);
        const format = batch.format as keyof typeof ENDINGS;
        const name = `batch-${String(batch.number)}`;
        reply
          .type(TYPES[format])
          .header(
            'content-disposition',
            `attachment; filename="${fileNameOf(actor.client_name, name, String(batch.execution_date), ENDINGS[format])}"`,
          )
          .header('cache-control', 'private, no-store');
        return { id: String(batch.id), first };
      },
      thenReads: ({ id, first }, { tokenHash }) =>
        Promise.resolve(
          Readable.from(
            pieces(first, (part) =>
              deps.db.asActor(tokenHash, (tx, { actor }) => batchFilePiece({ tx, actor, deps }, id, part), {
                readOnly: true,
              }),
            ),
            { objectMode: false },
          ),
        ),
    });
  router
    .audited({ action: 'import', resource: paymentBatches.name, summary: 'imported results of', ifNoted: true })
    .uploading()
    .limited('import')
    .long()
    .post({
      url: `${PATH}/:id/results`,
      summary:
        'Import the bank’s results: multipart with file, our CSV (payment_id,status,reference,reason), a pain.002.001.10 or a NACHA return file. With dry_run it only answers what would change',
      uploads: resultFields,
      answer: batchResults,
      bodyLimit: RESULTS_MAX + 65_536,
      roles: administrators,
      prepare: async (request) => {
        const { id } = request.params as { id: string };
        const seen = (tx: Tx, { actor }: Session) => findRecord(tx, actor, paymentBatches, id);
        if (!(await deps.db.asActor(bearerHash(request), seen, { readOnly: true }))) throw notFound();
        return prepareResults(request);
      },
      handler: ({ tx, actor, params, body }) => bringInResults({ tx, actor, deps }, params.id!, body),
    });
}

/** Beside the file. */
const resultFields = z.object({
  dry_run: z.enum(['true', 'false']).optional().describe('true: answers what would change, and changes nothing.'),
});

async function prepareResults(request: FastifyRequest) {
  const { file, fields } = await readUpload(
    request,
    RESULTS_MAX,
    'This file is larger than 100 MB. Split it, and import its parts.',
  );
  refuseUnknownFields(fields, resultFields);
  const { dry_run = 'false' } = fields;
  if (dry_run !== 'true' && dry_run !== 'false') throw invalidFields({ dry_run: 'This must be true or false.' });
  if (!file) throw invalidFields({ file: 'Choose the file that the bank sent back.' });
  extendSocketTimeout(request);
  const isDry = dry_run === 'true';
  return {
    value: { file: await readResults(file.bytes), isDry },
    fingerprint: `${sha256(file.bytes).toString('hex')}${isDry ? ' dry' : ''}`,
  };
}

/** The payments that the body names, as the command takes them. Refuses: both or neither (422), a filter's faults as a list's. */
function askedOf(context: CommandContext, body: z.infer<typeof batchPreviewBody>): Asked {
  const { format, execution_date, filter, payment_ids, prenotes = false } = body;
  if (prenotes && format !== 'nacha') throw invalidFields({ prenotes: 'Only a NACHA file has prenotes.' });
  if ((filter === undefined) === (payment_ids === undefined))
    throw invalidFields({ payment_ids: 'Name the payments, or give a filter: one of the two.' });
  const listing = readListQuery(payments, filter ? { filter: JSON.stringify(filter) } : {}, today(context));
  return { format, execution_date, payment_ids: payment_ids ?? null, listing, prenotes };
}

async function* pieces(first: Buffer | null, next: (part: number) => Promise<Buffer | null>) {
  let piece = first;
  for (let part = 1; piece; part += 1) {
    yield piece;
    piece = await next(part);
  }
}
