// The company's own record, and the removal of the sample company.
import { administrators, owners } from '#src/resources/kit/access.ts';
import { z } from 'zod';
import { AppError } from '#src/domain/errors.ts';
import { setFirstTimeZone, updateCompany } from '../commands/company/updateCompany.ts';
import { readCompany } from '../data/companyRow.ts';
import { organization } from '#src/resources/organization.ts';
import { fileNameOf } from '#src/resources/kit/csv.ts';
import { withholdingRules } from '#src/resources/withholding.ts';
import { bodySchema, timeZone } from '#src/resources/kit/validation.ts';
import { today } from '../commands/core/context.ts';
import { removeAbandonedFiles } from '../commands/core/files.ts';
import { exportCompany } from '../commands/exports/exportCompany.ts';
import { orgOf } from '../auth/actor.ts';
import type { Limits } from '../auth/limits.ts';
import { clientNameProblem, foundCompany, refuseTakenName } from '../auth/organizations.ts';
import { confirmedWrite, stepUpWords } from '../auth/stepUp.ts';
import { ownAccount } from '../auth/sessions.ts';
import { required } from '../auth/signup.ts';
import { clientOf } from './authenticate.ts';
import { logoRoutes } from './files/logoRoutes.ts';
import { objectBody } from './resourceRoutes.ts';
import type { Router } from './routes.ts';
import { withholdingRoutes } from './withholdingRoutes.ts';

const foundBody = z.strictObject({
  client_name: required(100).refine((name) => clientNameProblem(name) === null, {
    error: (issue) => clientNameProblem(String(issue.input))!,
  }),
  client_display_name: required(200),
});

/** The declared fields, and the confirmation that recorded amounts keep their currency. */
const companyEdit = bodySchema(organization, { isEdit: true }).extend({
  withholding_rules: withholdingRules.optional(),
  keep_recorded: z.boolean().optional().describe('Recorded amounts keep their currency.'),
});

export function organizationRoutes(router: Router, limits: Limits) {
  logoRoutes(router);
  withholdingRoutes(router);
  router.get({
    url: '/api/organization',
    roles: null,
    summary: 'The company',
    answers: 'organization',
    handler: ({ tx, actor }) => readCompany(tx, orgOf(actor)),
  });
  router
    .audited({ action: 'export', resource: 'organization', summary: 'exported all data of the company' })
    .writing()
    .limited('export')
    .long()
    .steppedUp()
    .get({
      url: '/api/organization/export',
      summary:
        'All data of the company as one zip: the Open Cap Format package, a side file, every document, and hashes',
      roles: administrators,
      handler: async ({ tx, actor, reply }) => {
        const stream = await exportCompany({ tx, actor, deps: router.deps });
        reply
          .type('application/zip')
          .header(
            'content-disposition',
            `attachment; filename="${fileNameOf(actor.client_name, 'company', today({ actor, deps: router.deps }), 'zip')}"`,
          );
        return stream;
      },
    });
  router
    .audited({ action: 'update', resource: 'organization', summary: 'changed the company’s details' })
    .steppedUpWhen(stepUpWords(organization))
    .put({
      url: '/api/organization',
      roles: null,
      summary: 'Change the company’s names, formation, country, currency and time zone',
      takes: companyEdit,
      answers: 'organization',
      handler: async (call) => {
        const { tx, actor, entry } = call;
        const sent = objectBody(call.body);
        const before = await readCompany(tx, orgOf(actor));
        await confirmedWrite(call, organization, sent, before);
        const after = await updateCompany({ tx, actor, deps: router.deps }, sent);
        if (entry) Object.assign(entry, { before, after: { ...after }, resource_id: orgOf(actor) });
        return after;
      },
    });
  router.audited({ action: 'update', resource: 'organization', summary: 'set the time zone', ifNoted: true }).post({
    url: '/api/organization/time-zone',
    summary: 'Set the company’s time zone from the owner’s browser, if nobody has set one',
    body: z.strictObject({ time_zone: timeZone }),
    roles: owners,
    answers: 'organization',
    handler: ({ tx, actor, body }) => setFirstTimeZone({ tx, actor, deps: router.deps }, body.time_zone),
  });
  router
    .unaudited()
    .answeringSecret()
    .post({
      url: '/api/organization',
      roles: null,
      summary: 'Create a company; the session then belongs to its owner, as after a switch',
      body: foundBody,
      status: 201,
      before: async ({ account_id }, body, request) => {
        await refuseTakenName(router.deps, limits, body.client_name, clientOf(request, router.deps.secrets));
        await limits.spend('found_account', account_id);
      },
      handler: async ({ tx, body, tokenHash }) =>
        foundCompany(tx, router.deps, { account: await ownAccount(tx), tokenHash }, body),
    });
  router.unaudited().delete({
    url: '/api/demo',
    summary: 'Delete the sample company and everything in it',
    after: () => removeAbandonedFiles(router.deps),
    roles: owners,
    handler: async ({ tx, actor }) => {
      const org = orgOf(actor);
      if (!(await readCompany(tx, org)).is_sample)
        throw new AppError('not_a_sample', 'This company is not the sample and cannot be removed.', { status: 409 });
      await tx.rows('select remove_sample_organization()');
      return undefined;
    },
  });
}
