// Imports a package, and returns the uploaded bytes.
import { administrators } from '#src/resources/kit/access.ts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '#src/domain/errors.ts';
import { fileNameOf } from '#src/resources/kit/csv.ts';
import { today } from '../commands/core/context.ts';
import { orgOf } from '../auth/actor.ts';
import { applyKept, importPackage } from '../commands/imports/importPackage.ts';
import { progressOf } from '../commands/imports/progress.ts';
import { readUploadedPackage } from '../commands/imports/readUpload.ts';
import type { ReadUpload } from '../commands/imports/readUpload.ts';
import { packageOfExport, PACKAGE_INSIDE, refuseWholeExport } from '../commands/imports/wholeExport.ts';
import { tieOut } from '../queries/imports/tieOut.ts';
import type { OcfVersion } from '#src/domain/ledger/package/writePackage.ts';
import { exportPackage } from '../commands/exports/exportPackage.ts';
import { invalidFields } from '../commands/core/checked.ts';
import { labelOf } from '../commands/documents/documents.ts';
import { notFound } from '../data/refusals.ts';
import { importAnswer, importProgress, side, tieOutAnswer } from '#src/contract/imports.ts';
import { extendSocketTimeout } from './socketTimeout.ts';
import { singleQuery } from './routing/request.ts';
import type { Router } from './routes.ts';
import { readUpload } from './files/upload.ts';
import type { Side } from '#src/contract/imports.ts';

const PACKED_MAX = 50 * 1024 * 1024;

const importQuery = z.object({
  dry_run: z.enum(['true', 'false']).optional(),
  accept_findings: z.enum(['true', 'false']).optional(),
  notify_holders: z.enum(['true', 'false']).optional(),
  take: side.optional(),
  from_export: z.enum(['true', 'false']).optional(),
  progress: z.string().optional(),
});

const applyBody = z.strictObject({
  accept_findings: z.boolean().optional(),
  notify_holders: z
    .boolean()
    .optional()
    .describe('Tell each holder with an account, once. Otherwise an import tells nobody.'),
  dry_run: z.boolean().optional(),
  choices: z.strictObject({ all: side.nullish(), objects: z.record(z.string(), side).optional() }).optional(),
  progress: z.string().max(100).nullish(),
});

export function importRoutes(router: Router) {
  router
    .audited({ action: 'import', resource: 'imports', summary: 'read a package' })
    .uploading()
    .limited('import')
    .long()
    .post({
      url: '/api/ocf/import',
      summary:
        'Import an Open Cap Format package (multipart file). ?dry_run=true only reports, ?accept_findings=true imports despite errors, ?notify_holders=true tells each holder with an account, ?take=ours|theirs decides about objects that are already here with different content, ?from_export=true takes company.ocf.zip out of what GET /api/organization/export gave',
      query: importQuery,
      answer: importAnswer,
      uploads: z.object({}),
      bodyLimit: PACKED_MAX + 65_536,
      roles: administrators,
      prepare: (request) => preparePackage(request),
      handler: ({ tx, actor, body, query }) =>
        importPackage({ tx, actor, deps: router.deps }, body, {
          dryRun: flag(query, 'dry_run'),
          acceptFindings: flag(query, 'accept_findings'),
          notifyHolders: flag(query, 'notify_holders'),
          choices: { all: sideAsked(query) },
          progress: progressName(query.progress),
        }),
    });
  router
    .audited({ action: 'import', resource: 'imports', summary: 'applied a package' })
    .limited('import')
    .long()
    .post({
      url: '/api/ocf/imports/:id/apply',
      summary: 'Apply a package that was read before, with choices; dry_run only checks it again',
      body: applyBody,
      answer: importAnswer,
      roles: administrators,
      handler: ({ tx, actor, params, body, reply }) => {
        extendSocketTimeout(reply.request);
        return applyKept({ tx, actor, deps: router.deps }, params.id!, {
          dryRun: body.dry_run ?? false,
          acceptFindings: body.accept_findings ?? false,
          notifyHolders: body.notify_holders ?? false,
          choices: body.choices ?? {},
          progress: progressName(body.progress),
        });
      },
    });
  router
    .limited('import')
    .long()
    .get({
      url: '/api/ocf/imports/:id/tie-out',
      summary:
        'The cap table with this package applied (?as_of=), and the objects that are already here with different content',
      query: z.object({ as_of: z.string().optional() }),
      answer: tieOutAnswer,
      roles: administrators,
      handler: ({ tx, actor, params, query }) => tieOut({ tx, actor, deps: router.deps }, params.id!, query.as_of),
    });
  router.get({
    url: '/api/ocf/import/progress/:name',
    summary: 'The progress of a running import, by the name that its caller gave it (?progress=)',
    answer: importProgress,
    roles: administrators,
    handler: ({ tx, actor, params }) => progressOf(tx, orgOf(actor), params.name!),
  });
  router
    .audited({ action: 'export', resource: 'imports', summary: 'exported the company as an Open Cap Format package' })
    .writing()
    .limited('export')
    .long()
    .get({
      url: '/api/ocf/export',
      query: z.object({ version: z.enum(['1.2.0', 'main']).optional() }),
      summary: 'The company as an Open Cap Format package; ?version=1.2.0|main, by default the one that fits',
      roles: administrators,
      handler: async ({ tx, actor, query, reply }) => {
        const { bytes, is_original, refused } = await exportPackage(
          { tx, actor, deps: router.deps },
          versionAsked(query.version),
        );
        reply
          .type('application/zip')
          .header(
            'content-disposition',
            `attachment; filename="${fileNameOf(actor.client_name, 'company', today({ actor, deps: router.deps }), 'ocf.zip')}"`,
          )
          .header('x-export-original', String(is_original))
          .header('x-export-refused', String(refused));
        return bytes;
      },
    });
  router.audited({ action: 'export', resource: 'imports', summary: 'downloaded an imported package' }).get({
    url: '/api/ocf/imports/:id/package',
    summary: 'The package as it was uploaded',
    roles: administrators,
    handler: async ({ tx, actor, params, reply }) => {
      const org = orgOf(actor);
      const row = await tx.row<{ bytes: Buffer }>(
        'select bytes from import_package where org_id = $1 and import_id::text = $2',
        [org, params.id],
      );
      if (!row) throw notFound();
      reply.type('application/zip').header('content-disposition', 'attachment; filename="package.ocf.zip"');
      return row.bytes;
    },
  });
}

const progressName = (value: string | null | undefined) => (value ? value.slice(0, 100) : null);

function sideAsked(query: Record<string, string>): Side | null {
  if (query.take === undefined) return null;
  const asked = side.safeParse(query.take);
  if (!asked.success) throw new AppError('bad_query', 'take is ours or theirs.', { status: 400 });
  return asked.data;
}

function versionAsked(version: string | undefined): OcfVersion | null {
  if (version === undefined) return null;
  if (version === '1.2.0' || version === 'main') return version;
  throw new AppError('bad_query', 'version is 1.2.0 or main.', { status: 422 });
}

function flag(query: Record<string, string>, name: string): boolean {
  const value = query[name] ?? 'false';
  if (value !== 'true' && value !== 'false')
    throw new AppError('bad_query', `${name} is true or false.`, { status: 400 });
  return value === 'true';
}

async function preparePackage(request: FastifyRequest): Promise<{ value: ReadUpload; fingerprint: string }> {
  const query = singleQuery(request);
  const { file } = await readUpload(
    request,
    PACKED_MAX,
    'File is too large. A package may have at most 50 MB. Of everything that Sharebook exports, unpack company.ocf.zip and choose that.',
  );
  if (!file) throw invalidFields({ file: 'Choose a package (.ocf.zip).' });
  if (file.bytes.length === 0) throw invalidFields({ file: 'The file is empty.' }, 'The file is empty.');
  extendSocketTimeout(request);
  const isInside = flag(query, 'from_export');
  if (!isInside) await refuseWholeExport(file.bytes);
  const value = isInside
    ? await readUploadedPackage(PACKAGE_INSIDE, await packageOfExport(file.bytes, PACKED_MAX))
    : await readUploadedPackage(labelOf(file.name) || 'package.ocf.zip', file.bytes);
  return {
    value,
    fingerprint: `${value.sha256} ${query.dry_run ?? ''} ${query.accept_findings ?? ''} ${query.take ?? ''}`,
  };
}
