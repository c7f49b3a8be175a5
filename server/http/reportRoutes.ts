// Figures that are not lists: the dashboard, and the state of the audit trail.
import { auditChain } from '#src/contract/auditChain.ts';
import { dashboardAnswer } from '#src/contract/dashboard.ts';
import { administrators } from '#src/resources/kit/access.ts';
import { orgOf } from '../auth/actor.ts';
import { readAuditChain } from '../queries/auditChain.ts';
import { today } from '../commands/core/context.ts';
import { dashboard } from '../reports/dashboard/dashboard.ts';
import { analyticsRoutes } from './analyticsRoutes.ts';
import { capTableRoutes } from './capTableRoutes.ts';
import { holderPaperRoutes } from './papers/holderPaperRoutes.ts';
import { payoutPaperRoutes } from './papers/payoutPaperRoutes.ts';
import { yearlyTaxFormRoutes } from './papers/yearlyTaxFormRoutes.ts';
import { invitationRoutes } from './invitationRoutes.ts';
import { taxFormRoutes } from './taxFormRoutes.ts';
import { portfolioRoutes } from './portfolioRoutes.ts';
import { registerRoutes } from './registerRoutes.ts';
import { searchRoutes } from './searchRoutes.ts';
import type { Router } from './routes.ts';

export function reportRoutes(router: Router) {
  capTableRoutes(router);
  analyticsRoutes(router);
  registerRoutes(router);
  portfolioRoutes(router);
  holderPaperRoutes(router);
  payoutPaperRoutes(router);
  yearlyTaxFormRoutes(router);
  taxFormRoutes(router);
  invitationRoutes(router);
  searchRoutes(router);
  router.get({
    url: '/api/audit/chain',
    roles: administrators,
    summary:
      'The state of the audit trail: its last row, whether the last thousand rows follow from one another, and whom it names',
    answer: auditChain,
    handler: ({ tx, actor }) => readAuditChain(tx, orgOf(actor)),
  });
  router.get({
    url: '/api/dashboard',
    roles: null,
    summary: 'The user’s figures, activity and tasks',
    answer: dashboardAnswer,
    handler: ({ tx, actor }) => dashboard(tx, actor, today({ actor, deps: router.deps })),
  });
}
