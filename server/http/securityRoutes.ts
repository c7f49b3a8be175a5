// The verbs of plans, grants, convertibles and warrants, and the end of a holder's service: POST /api/<resource>/:id/<verb>.
import {
  adjustEquityPlan,
  adjustPlanBody,
  returnToPool,
  returnToPoolBody,
} from '../commands/equityPlans/equityPlans.ts';
import {
  accelerateBody,
  accelerateGrant,
  recordVestingEvent,
  repriceBody,
  repriceGrant,
  vestingEventBody,
} from '../commands/grants/changeGrant.ts';
import { cancelGrant, cancelGrantBody } from '../commands/grants/endGrant.ts';
import { exerciseBody, exerciseGrant, releaseBody, releaseGrant } from '../commands/grants/exerciseGrant.ts';
import { previewTermination, terminateBody, terminateService } from '../commands/grants/terminateService.ts';
import {
  cancelConvertible,
  cancelConvertibleBody,
  convertBody,
  convertConvertible,
} from '../commands/convertibles/convertibles.ts';
import {
  cancelWarrant,
  cancelWarrantBody,
  exerciseWarrant,
  exerciseWarrantBody,
} from '../commands/warrants/warrants.ts';
import { convertInRound } from '../commands/convertibles/round/convertInRound.ts';
import { roundAnswer, roundBody } from '../commands/convertibles/round/roundBody.ts';
import type { VerbRoute } from './commandRoutes.ts';
import type { Router } from './routes.ts';

export function securityRoutes(router: Router, verb: VerbRoute) {
  verb('/api/equity-plans/:id/adjust', 'Change the reserve from a day on', adjustPlanBody, adjustEquityPlan);
  verb('/api/equity-plans/:id/return', 'Give cancelled shares back to the pool', returnToPoolBody, returnToPool);
  verb('/api/grants/:id/exercise', 'Exercise options or rights', exerciseBody, exerciseGrant);
  verb('/api/grants/:id/release', 'Release units as stock', releaseBody, releaseGrant);
  verb('/api/grants/:id/cancel', 'Cancel a grant, whole or in part', cancelGrantBody, cancelGrant);
  verb('/api/grants/:id/accelerate', 'Vest some or all of a grant early', accelerateBody, accelerateGrant);
  verb('/api/grants/:id/vesting-event', 'Record a milestone of a schedule', vestingEventBody, recordVestingEvent);
  verb('/api/grants/:id/reprice', 'Change the exercise price from a day on', repriceBody, repriceGrant);
  verb('/api/convertibles/:id/convert', 'Convert into stock', convertBody, convertConvertible);
  verb('/api/convertibles/:id/cancel', 'Cancel or repay, whole or in part', cancelConvertibleBody, cancelConvertible);
  verb('/api/warrants/:id/exercise', 'Exercise a warrant, whole or in part', exerciseWarrantBody, exerciseWarrant);
  verb('/api/warrants/:id/cancel', 'Cancel a warrant, whole or in part', cancelWarrantBody, cancelWarrant);
  verb('/api/shareholders/:id/terminate', 'End a holder’s service on a day', terminateBody, terminateService);
  router.actor({
    method: 'POST',
    url: '/api/convertibles/convert-in-round',
    summary:
      'Convert several convertibles together with the new issue: dry_run answers the preview, whose preview_hash records what was seen, whole or not at all',
    body: roundBody,
    answer: roundAnswer,
    roles: ['owner', 'admin', 'staff'],
    handler: ({ tx, actor, body }) => convertInRound({ tx, actor, deps: router.deps }, body),
  });
  router.actor({
    method: 'GET',
    url: '/api/shareholders/:id/termination',
    summary: 'What would lapse if a holder’s service ended on a day',
    handler: ({ tx, actor, params, query }) => previewTermination({ tx, actor, deps: router.deps }, params.id!, query),
  });
}
