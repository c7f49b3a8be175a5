// Setting up a company: its answers and its list, and the first cap table typed in at once.
import { capTableAnswer } from '#src/contract/capTable.ts';
import { setup, setupBody } from '#src/contract/setup.ts';
import { administrators } from '#src/resources/kit/access.ts';
import { today } from '../commands/core/context.ts';
import { readSetup, saveSetup } from '../commands/setup/setup.ts';
import { startBody, startCompany } from '../commands/setup/startCompany.ts';
import { capTable } from '../reports/capTable/capTable.ts';
import { readTableQuery } from './capTableRoutes.ts';
import type { Router } from './routes.ts';

export function setupRoutes(router: Router) {
  router.get({
    url: '/api/setup',
    roles: administrators,
    summary: 'The answers given when the company was set up, and which points of its list are done',
    answer: setup,
    handler: ({ tx, actor }) => readSetup({ tx, actor }),
  });
  router.audited({ action: 'update', resource: 'organization', summary: 'changed the setting up of the company' }).put({
    url: '/api/setup',
    roles: administrators,
    summary: 'Answer the questions, leave steps out, or close the list',
    body: setupBody,
    answer: setup,
    handler: ({ tx, actor, body }) => saveSetup({ tx, actor, deps: router.deps }, body),
  });
  router
    .audited({ action: 'create', resource: 'organization', summary: 'typed in the first cap table', ifNoted: true })
    .post({
      url: '/api/setup/start',
      roles: administrators,
      summary: 'Write the first classes, holders with their certificates, and a plan, as one unit',
      body: startBody,
      answer: capTableAnswer,
      status: 201,
      handler: async ({ tx, actor, body }) => {
        const context = { tx, actor, deps: router.deps };
        await startCompany(context, body);
        const day = today(context);
        return capTable(tx, actor, readTableQuery(day, { as_of: body.date > day ? body.date : day }));
      },
    });
}
