// The verbs: POST <path of the resource>/:id/<verb>, or <path>/<verb> for several records at once. The declaration
// (src/resources/verbs) defines route, body, roles and answer; the command (server/commands/verbs.ts) does the work.
import { z } from 'zod';
import { verbAnswers } from '#src/contract/verbAnswers.ts';
import { resourceNamed } from '#src/resources/index.ts';
import { verbBody } from '#src/resources/kit/validation.ts';
import type { Verb } from '#src/resources/kit/verb.ts';
import { verbNameOf, verbs } from '#src/resources/verbs/index.ts';
import { AppError } from '#src/domain/errors.ts';
import { today } from '../commands/core/context.ts';
import type { CommandContext } from '../commands/core/context.ts';
import { findRecord } from '../data/resourceRepository.ts';
import type { Row } from '../db/database.ts';
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
    router
      .audited({ action: verb.name, resource: verb.resource, summary: `used “${verb.summary}” on` })
      .limited(verb.costs)
      .long(verb.takesTime ?? false)
      .steppedUp(verb.stepUp ?? resourceNamed(verb.resource).stepUp === 'always')
      .post({
        url: verbUrl(verb),
        summary: verb.summary,
        body: takes,
        status: verb.status,
        roles: verb.roles,
        ...(verb.answers === 'record' ? { answers: verb.resource } : { answer: verbAnswers[verb.answers] }),
        handler: async ({ tx, actor, params, body, reply, entry }) => {
          if (verb.takesTime) extendSocketTimeout(reply.request);
          const context = { tx, actor, deps: router.deps };
          const current = params.id === undefined ? undefined : await recordOf(context, verb, params.id);
          const status = otherStatus(verb, current);
          // The command refuses in words of its own; what it lets through is taken back with its transaction.
          const done = await run(context, params.id ?? '', body);
          if (status !== null) throw notFrom(verb, status);
          if (entry && current) {
            entry.before = { ...current };
            entry.after = answered(verb, current, done) ?? (await recordOf(context, verb, params.id!)) ?? null;
          }
          return done;
        },
      });
  }
}

/** A verb that answers with its record has read it as it became. */
function answered({ answers }: Verb, { id }: Row, done: unknown): Row | null {
  const record = done as Row | null | undefined;
  return answers === 'record' && record?.id === id ? { ...record } : null;
}

const recordOf = (context: CommandContext, { resource }: Verb, id: string) =>
  findRecord(context.tx, context.actor, resourceNamed(resource), id, today(context));

/** The record's status where the verb is not lawful from it; null where it is, or where nothing is found. */
function otherStatus({ resource, from }: Verb, record: Row | undefined): string | null {
  // A status that depends on the day is the command's to check, on the day of the entry.
  if (!from || resourceNamed(resource).asOf) return null;
  return record && !from.includes(String(record.status)) ? String(record.status) : null;
}

/** Names the verb by its button, which is said in the reader's language; a summary is for programs. */
function notFrom({ resource, from, label, summary }: Verb, status: string): AppError {
  const { singular } = resourceNamed(resource);
  const button = typeof label === 'string' ? label : summary;
  return new AppError(
    'wrong_status',
    `This ${singular} is ${status.replaceAll('_', ' ')}. “${button}” is possible only while it is ${from!.join(' or ').replaceAll('_', ' ')}.`,
    { status: 409 },
  );
}
