// Bringing a package in, and getting back the bytes it came as.
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../src/domain/errors.ts';
import { requireRole } from '../auth/actor.ts';
import { importPackage, readUploadedPackage } from '../commands/imports.ts';
import type { ReadUpload } from '../commands/imports.ts';
import { invalidFields } from '../commands/checked.ts';
import { labelOf } from '../commands/documents.ts';
import { notFound } from './problem.ts';
import { singleQuery } from './routes.ts';
import type { Router } from './routes.ts';
import { readUpload } from './upload.ts';

const PACKED_MAX = 50 * 1024 * 1024;

export function importRoutes(router: Router) {
  router.actor({
    method: 'POST',
    url: '/api/ocf/import',
    summary:
      'Read an Open Cap Format package (multipart file): ?dry_run=true only reports, ?accept_findings=true applies in spite of errors',
    body: z.custom<ReadUpload>(),
    bodyLimit: PACKED_MAX + 65_536,
    prepare: async (request, actor) => {
      requireRole(actor, 'owner', 'admin');
      return preparePackage(request);
    },
    handler: ({ tx, actor, body, query }) =>
      importPackage({ tx, actor, deps: router.deps }, body, {
        dryRun: flag(query, 'dry_run'),
        acceptFindings: flag(query, 'accept_findings'),
      }),
  });
  router.actor({
    method: 'GET',
    url: '/api/ocf/imports/:id/package',
    summary: 'The package as it came',
    handler: async ({ tx, actor, params, reply }) => {
      const org = requireRole(actor, 'owner', 'admin');
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

function flag(query: Record<string, string>, name: string): boolean {
  const value = query[name] ?? 'false';
  if (value !== 'true' && value !== 'false')
    throw new AppError('bad_query', `${name} is true or false.`, { status: 400 });
  return value === 'true';
}

async function preparePackage(request: FastifyRequest): Promise<{ value: ReadUpload; fingerprint: string }> {
  const query = singleQuery(request);
  const { file } = await readUpload(request, PACKED_MAX, 'File is too large. A package may have at most 50 MB.');
  if (!file) throw invalidFields({ file: 'Choose a package (.ocf.zip).' });
  if (file.bytes.length === 0) throw invalidFields({ file: 'The file is empty.' }, 'The file is empty.');
  const value = await readUploadedPackage(labelOf(file.name) || 'package.ocf.zip', file.bytes);
  return { value, fingerprint: `${value.sha256} ${query.dry_run ?? ''} ${query.accept_findings ?? ''}` };
}
