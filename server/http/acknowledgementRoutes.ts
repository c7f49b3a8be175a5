// What a holder says of a holding: POST /api/<certificates, grants, convertibles, warrants>/:id/agree and /dispute.
import { z } from 'zod';
import { agree, agreeBody } from '../commands/acknowledgements/agree.ts';
import { dispute, disputeBody } from '../commands/acknowledgements/dispute.ts';
import { acknowledged } from '../../src/resources/acknowledgements.ts';
import { resourceNamed } from '../../src/resources/index.ts';
import type { VerbRoute } from './commandRoutes.ts';

const answer = z.looseObject({
  id: z.string(),
  acknowledgement: z
    .object({
      state: z.enum(['agreed', 'disputed']),
      at: z.string(),
      by: z.string(),
      reason: z.string().nullable(),
      thread_id: z.string().nullable(),
    })
    .nullable(),
  acknowledgements: z.array(z.object({ state: z.string(), at: z.string(), actor: z.string(), text: z.string() })),
  last_entry: z.number().nullable(),
});

export function acknowledgementRoutes(verb: VerbRoute) {
  for (const kind of acknowledged) {
    const { singular, actions } = resourceNamed(kind);
    verb(
      `/api/${kind}/:id/agree`,
      `Its holder says that what is recorded of a ${singular} is right; settles a dispute`,
      agreeBody,
      (context, id, body) => agree(context, kind, id, body),
      { roles: actions.agree!.roles, answer },
    );
    verb(
      `/api/${kind}/:id/dispute`,
      `Its holder says what is wrong with a ${singular}: opens a thread and a task of the company`,
      disputeBody,
      (context, id, body) => dispute(context, kind, id, body),
      { roles: actions.dispute!.roles, answer, costs: 'thread' },
    );
  }
}
