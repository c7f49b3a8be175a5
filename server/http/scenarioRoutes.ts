// Scenarios beyond their records: run, compare, copy, and the start for a page that runs the steps by itself.
import { z } from 'zod';
import {
  compareAnswer,
  compareBody,
  runAnswer,
  runBody,
  shareAnswer,
  shareBody,
  startAnswer,
  startQuery,
  versionAnswer,
} from '#src/contract/scenarios/scenarios.ts';
import {
  checkAnswer,
  chosenDrafts,
  curesAnswer,
  draftsAnswer,
  postAnswer,
} from '#src/contract/scenarios/scenarioDrafts.ts';
import { editors, readers } from '#src/resources/kit/access.ts';
import { isoDate } from '#src/resources/kit/validation.ts';
import { exportScenario } from '../queries/scenarios/exportScenario.ts';
import { compareSaved } from '../commands/scenarios/compareSaved.ts';
import { runSaved, startOf } from '../commands/scenarios/runSaved.ts';
import { addCures, checkDrafts } from '../commands/scenarios/checkDrafts.ts';
import { makeDrafts, postDrafts, pricesOfDrafts, shortNow } from '../commands/scenarios/drafts.ts';
import { sharedScenario, shareScenario, withdrawShare } from '../commands/scenarios/shares.ts';
import { duplicateScenario, startAgain } from '../commands/scenarios/scenarios.ts';
import { showVersion } from '../queries/scenarioVersions.ts';
import { attachmentNamed } from './files/attachment.ts';
import { parseBody } from './routing/request.ts';
import type { Router } from './routes.ts';

const PATH = '/api/scenarios';
const nothing = z.strictObject({});

export function scenarioRoutes(router: Router) {
  const { deps } = router;
  router.unaudited().post({
    url: `${PATH}/:id/run`,
    summary: 'The tables after each step, and the waterfalls of its exits; nothing is written',
    roles: readers,
    body: runBody,
    answer: runAnswer,
    handler: ({ tx, actor, params, body }) => runSaved({ tx, actor, deps }, params.id!, body.holders),
  });
  router.unaudited().post({
    url: `${PATH}/compare`,
    summary: 'Two to four scenarios side by side; nothing is written',
    roles: readers,
    body: compareBody,
    answer: compareAnswer,
    handler: ({ tx, actor, body }) => compareSaved({ tx, actor, deps }, body),
  });
  router.get({
    url: `${PATH}/:id/start`,
    summary: 'The ledger’s state that the steps start from, with rows of the largest holders and the others in groups',
    roles: readers,
    query: startQuery,
    answer: startAnswer,
    handler: ({ tx, actor, params, query }) => startOf({ tx, actor, deps }, params.id!, parseBody(startQuery, query)),
  });
  router.get({
    url: `${PATH}/:id/versions/:version`,
    summary: 'An earlier version: its name, start and steps',
    roles: readers,
    answer: versionAnswer,
    handler: ({ tx, actor, params }) => showVersion({ tx, actor, deps }, params.id!, params.version!),
  });
  router.audited({ action: 'create', resource: 'scenarios', summary: 'duplicated a scenario' }).post({
    url: `${PATH}/:id/duplicate`,
    summary: 'A copy that starts from the ledger as it is now',
    roles: editors,
    body: nothing,
    answers: 'scenarios',
    status: 201,
    handler: ({ tx, actor, params }) => duplicateScenario({ tx, actor, deps }, params.id!),
  });
  router.audited({ action: 'update', resource: 'scenarios', summary: 'started again' }).post({
    url: `${PATH}/:id/start-again`,
    summary: 'Start again from the ledger as it is now, at the end of today or of another day',
    roles: editors,
    body: z.strictObject({ as_of: isoDate.nullish() }),
    answers: 'scenarios',
    handler: ({ tx, actor, params, body }) => startAgain({ tx, actor, deps }, params.id!, body.as_of),
  });
  router
    .audited({ action: 'export', resource: 'scenarios', summary: 'exported a scenario as XLSX' })
    .limited('export')
    .long()
    .get({
      url: `${PATH}/:id/export.xlsx`,
      summary: 'The run as a workbook, with formulas where a formula gives the same exact figure',
      roles: readers,
      handler: async ({ tx, actor, params, reply }) => {
        const { bytes, fileName } = await exportScenario({ tx, actor, deps }, params.id!);
        reply
          .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
          .header('content-disposition', attachmentNamed(fileName))
          .header('cache-control', 'private, no-store');
        return bytes;
      },
    });
  shareRoutes(router);
  draftRoutes(router);
}

function shareRoutes(router: Router) {
  const { app, deps } = router;
  router
    .audited({ action: 'share', resource: 'scenarios', summary: 'shared a scenario' })
    .answeringSecret()
    .post({
      url: `${PATH}/:id/share`,
      summary: 'A read-only link to what the scenario answers now, for people without an account',
      roles: editors,
      body: shareBody,
      answer: shareAnswer,
      status: 201,
      handler: ({ tx, actor, params, body }) => shareScenario({ tx, actor, deps }, params.id!, body.expires_in_days),
    });
  router.audited({ action: 'withdraw', resource: 'scenarios', summary: 'withdrew a link to a scenario' }).delete({
    url: `${PATH}/:id/share/:share_id`,
    summary: 'Withdraw a link',
    roles: editors,
    handler: ({ tx, actor, params }) => withdrawShare({ tx, actor, deps }, params.id!, params.share_id!),
  });
  router.note({
    method: 'GET',
    url: '/api/shared-scenarios/:token',
    summary: 'What a link to a scenario shows, until it ends or is withdrawn',
    isPublic: true,
  });
  app.get('/api/shared-scenarios/:token', (request, reply) => {
    reply.header('cache-control', 'private, no-store');
    return sharedScenario(deps, (request.params as { token: string }).token);
  });
}

function draftRoutes(router: Router) {
  const { deps } = router;
  router.audited({ action: 'draft', resource: 'scenarios', summary: 'made drafts of a scenario' }).post({
    url: `${PATH}/:id/drafts`,
    summary: 'Drafts of what the scenario would write into the ledger, in place of earlier ones',
    roles: editors,
    body: nothing,
    answer: draftsAnswer,
    status: 201,
    handler: ({ tx, actor, params }) => makeDrafts({ tx, actor, deps }, params.id!),
  });
  router.unaudited().post({
    url: '/api/drafts/check',
    summary:
      'What would fall short of the charter and of plans once these drafts were posted, and what they sell at another price than the class has; nothing is written',
    roles: readers,
    body: chosenDrafts,
    answer: checkAnswer,
    handler: async ({ tx, actor, body }) => {
      const { cures, ...checked } = await checkDrafts({ tx, actor, deps }, body);
      return {
        ...checked,
        cures: cures.map(({ scenario_id, kind, summary }) => ({ scenario_id, kind, summary })),
      };
    },
  });
  router.audited({ action: 'draft', resource: 'scenarios', summary: 'drafted what falls short' }).post({
    url: '/api/drafts/cures',
    summary: 'Add drafts that authorize or reserve what these need and what is missing by now',
    roles: editors,
    body: chosenDrafts,
    answer: curesAnswer,
    status: 201,
    handler: async ({ tx, actor, body }) => ({ ids: await addCures({ tx, actor, deps }, body) }),
  });
  router.audited({ action: 'post', resource: 'scenarios', summary: 'posted drafts' }).post({
    url: '/api/drafts/post',
    summary: 'Post drafts by the ordinary commands, as one unit',
    roles: editors,
    body: chosenDrafts,
    answer: postAnswer,
    handler: async ({ tx, actor, body, entry }) => {
      const price_warnings = await pricesOfDrafts({ tx, actor, deps }, body.ids);
      const posted = await postDrafts({ tx, actor, deps }, body);
      if (entry) entry.resource_id = posted[0]!.scenario_id;
      return { posted, charter: await shortNow({ tx, actor, deps }), price_warnings };
    },
  });
}
