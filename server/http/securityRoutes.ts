// The verbs of plans, grants, convertibles and warrants: POST /api/<resource>/:id/<verb>.
import { adjustEquityPlan, adjustPlanBody, returnToPool, returnToPoolBody } from '../commands/equityPlans.ts';
import type { VerbRoute } from './commandRoutes.ts';

export function securityRoutes(verb: VerbRoute) {
  verb('/api/equity-plans/:id/adjust', 'Change the reserve from a day on', adjustPlanBody, adjustEquityPlan);
  verb('/api/equity-plans/:id/return', 'Give cancelled shares back to the pool', returnToPoolBody, returnToPool);
}
