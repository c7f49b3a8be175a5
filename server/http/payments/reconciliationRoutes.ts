// Bank statements: uploaded, matched to payments, and completed where a person confirms it.
import { z } from 'zod';
import {
  answersBody,
  confirmBody,
  reconciliation,
  reconciliationConfirmed,
  reconciliationSummary,
} from '#src/contract/reconciliations.ts';
import { editors, readers } from '#src/resources/kit/access.ts';
import { invalidFields } from '#server/commands/core/checked.ts';
import { labelOf } from '#server/commands/documents/documents.ts';
import { answerQuestions } from '#server/commands/reconciliation/answerQuestions.ts';
import { confirmLines } from '#server/commands/reconciliation/confirmLines.ts';
import { keepStatement, listStatements, reconciliationOf } from '#server/commands/reconciliation/statements.ts';
import { sha256 } from '#server/data/sha256.ts';
import { readStatement } from '#server/sheets/statements/readStatement.ts';
import type { Router } from '../routes.ts';
import { extendSocketTimeout } from '../socketTimeout.ts';
import { readUpload, refuseUnknownFields } from '../files/upload.ts';

const FILE_MAX = 10 * 1024 * 1024;
const TOO_LARGE = 'This file is larger than 10 MB. Split it by days, and choose each part.';
const uploadFields = z.object({});

export function reconciliationRoutes(router: Router) {
  const { deps } = router;
  router
    .audited({ action: 'import', resource: 'payments', summary: 'read a bank statement' })
    .uploading()
    .limited('import')
    .post({
      url: '/api/reconciliations',
      summary:
        'Match a bank statement to payments: multipart with file (CSV or workbook with date, amount and reference, or camt.053). Nothing is completed',
      uploads: uploadFields,
      answer: reconciliation,
      bodyLimit: FILE_MAX + 65_536,
      roles: editors,
      status: 201,
      prepare: async (request) => {
        const { file, fields } = await readUpload(request, FILE_MAX, TOO_LARGE);
        refuseUnknownFields(fields, uploadFields);
        if (!file) throw invalidFields({ file: 'Choose a file.' });
        extendSocketTimeout(request);
        const value = { name: labelOf(file.name), bytes: file.bytes, ...(await readStatement(file.bytes)) };
        return { value, fingerprint: `${sha256(file.bytes).toString('hex')} ${value.name}` };
      },
      handler: async ({ tx, actor, body, entry }) => {
        entry?.says(`read the bank statement ${body.name}`);
        return keepStatement({ tx, actor, deps }, body);
      },
    });
  router.get({
    url: '/api/reconciliations',
    summary: 'The bank statements that were read, newest first',
    answer: z.array(reconciliationSummary),
    roles: readers,
    handler: ({ tx, actor }) => listStatements({ tx, actor, deps }),
  });
  router.get({
    url: '/api/reconciliations/:id',
    summary: 'One bank statement: the payments that it shows as arrived, and the lines that are none, each with why',
    answer: reconciliation,
    roles: readers,
    handler: ({ tx, actor, params }) => reconciliationOf({ tx, actor, deps }, params.id!),
  });
  router
    .audited({ action: 'update', resource: 'payments', summary: 'completed payments by a bank statement' })
    .long()
    .post({
      url: '/api/reconciliations/:id/confirm',
      summary:
        'Complete the payments of these lines, with the day and the reference of the statement; record the returns of others',
      body: confirmBody,
      answer: reconciliationConfirmed,
      roles: editors,
      handler: async ({ tx, actor, params, body, entry }) => {
        const { says, ...answer } = await confirmLines({ tx, actor, deps }, params.id!, body);
        entry?.says(says);
        return answer;
      },
    });
  router.audited({ action: 'update', resource: 'payments', summary: 'answered questions of a bank statement' }).put({
    url: '/api/reconciliations/:id/answers',
    summary: 'Answer what a bank statement does not say of its lines; nothing is completed',
    body: answersBody,
    answer: reconciliation,
    roles: editors,
    handler: async ({ tx, actor, params, body, entry }) => {
      const answered = await answerQuestions({ tx, actor, deps }, params.id!, body.answers);
      entry?.says(`answered questions of the bank statement ${answered.file_name}`);
      return answered;
    },
  });
}
