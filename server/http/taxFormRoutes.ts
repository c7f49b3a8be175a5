// A holder signs a tax form. The paper is made and stored before the transaction begins.
import { taxProfile } from '#src/contract/holderDetails.ts';
import { taxFormBody } from '#src/resources/taxForms/index.ts';
import { orgOf } from '../auth/actor.ts';
import { readTaxForm, signTaxForm, storeTaxForm } from '../commands/shareholders/taxForm.ts';
import { discardFile } from '../commands/core/files.ts';
import { bearerHash } from './authenticate.ts';
import type { Router } from './routes.ts';

export function taxFormRoutes(router: Router) {
  const { deps } = router;
  router
    .audited({ action: 'sign', resource: 'shareholders', summary: 'signed a tax form' })
    .prepared()
    .limited('paper')
    .steppedUp()
    .post({
      url: '/api/shareholders/:id/tax-form',
      summary: 'Sign a W-9, W-8BEN or W-8BEN-E: kept as a document, and its tax number as the holder’s',
      takes: taxFormBody,
      answer: taxProfile,
      status: 201,
      roles: null,
      prepare: async (request, actor) => {
        const { id } = request.params as { id: string };
        const { version, ...form } = await deps.db.asActor(
          bearerHash(request),
          (tx, session) => readTaxForm({ tx, actor: session.actor, deps }, id, request.body),
          { readOnly: true },
        );
        const file = await storeTaxForm(deps, orgOf(actor), form);
        return {
          value: { name: form.name, values: form.values, until: form.until, version, file },
          // A plain hash of the body could be searched for the tax number.
          fingerprint: deps.secrets.fingerprint('request', JSON.stringify(request.body ?? null)).toString('hex'),
          discard: () => discardFile(deps, file.storage_key),
        };
      },
      handler: ({ tx, actor, params, body }) => signTaxForm({ tx, actor, deps }, params.id!, body),
    });
}
