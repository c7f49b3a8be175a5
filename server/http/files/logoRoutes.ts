// The company's logo: changed by its administrators, seen by its members.
import { z } from 'zod';
import { administrators } from '#src/resources/kit/access.ts';
import { changeLogo, logoOf, removeLogo } from '#server/commands/company/logo.ts';
import { LOGO_MAX, readLogo } from '#server/commands/company/logoImage.ts';
import { invalidFields } from '#server/commands/core/checked.ts';
import { notFound } from '#server/data/refusals.ts';
import { sha256 } from '#server/data/sha256.ts';
import { readUpload, refuseUnknownFields } from './upload.ts';
import type { Router } from '../routes.ts';

const URL = '/api/organization/logo';

export function logoRoutes(router: Router) {
  const { deps } = router;
  router.get({
    url: URL,
    roles: null,
    summary: 'The company’s logo, for its members',
    handler: async ({ tx, actor, reply }) => {
      const logo = await logoOf({ tx, actor });
      if (!logo) throw notFound();
      reply
        .type(logo.content_type)
        .header('content-disposition', 'inline')
        .header('cache-control', 'private, no-store');
      return logo.bytes;
    },
  });
  router
    .audited({ action: 'update', resource: 'organization', summary: 'changed the company’s logo' })
    .uploading()
    .limited('upload')
    .put({
      url: URL,
      roles: administrators,
      summary:
        'Change the company’s logo: multipart with file, a PNG or JPEG picture of at most 200 kB, square or wide',
      uploads: z.object({}),
      answer: z.object({ logo: z.string().describe('The fingerprint of what was kept.') }),
      bodyLimit: LOGO_MAX + 65_536,
      prepare: async (request) => {
        const { file, fields } = await readUpload(request, LOGO_MAX, 'A logo has at most 200 kB.');
        refuseUnknownFields(fields, z.object({}));
        if (!file) throw invalidFields({ file: 'Choose a picture.' });
        return { value: readLogo(file.bytes), fingerprint: sha256(file.bytes).toString('hex') };
      },
      handler: ({ tx, actor, body }) => changeLogo({ tx, actor, deps }, body),
    });
  router.audited({ action: 'update', resource: 'organization', summary: 'removed the company’s logo' }).delete({
    url: URL,
    roles: administrators,
    summary: 'Remove the company’s logo',
    handler: async ({ tx, actor }) => {
      await removeLogo({ tx, actor, deps });
      return undefined;
    },
  });
}
