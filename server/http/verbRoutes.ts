// The verbs: POST <path of the resource>/:id/<verb>, or <path>/<verb> for several records at once. The declaration
// (src/resources/verbs) defines route, body, roles and answer; the command (server/commands/verbs.ts) does the work.
import { z } from 'zod';
import { verbAnswers } from '../../src/contract/verbAnswers.ts';
import { resourceNamed } from '../../src/resources/index.ts';
import { verbBody } from '../../src/resources/kit/validation.ts';
import type { Verb } from '../../src/resources/kit/verb.ts';
import { verbNameOf, verbs } from '../../src/resources/verbs/index.ts';
import type { CommandContext } from '../commands/core/context.ts';
import { verbCommands } from '../commands/verbs.ts';
import { extendSocketTimeout } from './socketTimeout.ts';
import type { Router } from './routes.ts';

type Run = (context: CommandContext, id: string, body: unknown) => Promise<unknown>;

/** The verb's command, and its body schema. */
function commandOf(verb: Verb): { takes: z.ZodType; run: Run } {
  const command = verbCommands[verbNameOf(verb)];
  // The router parses each body with `takes` before passing it on, so the types agree.
  return typeof command === 'function'
    ? { takes: verbBody(verb), run: command as Run }
    : { takes: command.takes, run: command.run as Run };
}

export function verbUrl({ resource, name, isOfSeveral }: Verb): string {
  return `${resourceNamed(resource).path.replace(/\/$/, '')}/${isOfSeveral ? '' : ':id/'}${name}`;
}

export function verbRoutes(router: Router) {
  for (const verb of verbs) {
    const { takes, run } = commandOf(verb);
    router.actor({
      method: 'POST',
      url: verbUrl(verb),
      summary: verb.summary,
      body: takes,
      status: verb.status,
      roles: verb.roles,
      costs: verb.costs,
      takesTime: verb.takesTime,
      ...(verb.answers === 'record' ? { answers: verb.resource } : { answer: verbAnswers[verb.answers] }),
      handler: ({ tx, actor, params, body, reply }) => {
        if (verb.takesTime) extendSocketTimeout(reply.request);
        return run({ tx, actor, deps: router.deps }, params.id ?? '', body);
      },
    });
  }
}
