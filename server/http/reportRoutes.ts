// Figures that are not lists: the dashboard.
import { dashboardAnswer } from '../../src/contract/dashboard.ts';
import { today } from '../commands/core/context.ts';
import { dashboard } from '../reports/dashboard/dashboard.ts';
import { capTableRoutes } from './capTableRoutes.ts';
import { holderPaperRoutes } from './holderPaperRoutes.ts';
import { portfolioRoutes } from './portfolioRoutes.ts';
import { registerRoutes } from './registerRoutes.ts';
import type { Router } from './routes.ts';

export function reportRoutes(router: Router) {
  capTableRoutes(router);
  registerRoutes(router);
  portfolioRoutes(router);
  holderPaperRoutes(router);
  router.actor({
    method: 'GET',
    url: '/api/dashboard',
    roles: null,
    summary: 'The user’s figures, activity and tasks',
    answer: dashboardAnswer,
    handler: ({ tx, actor }) => dashboard(tx, actor, today({ actor, deps: router.deps })),
  });
}
