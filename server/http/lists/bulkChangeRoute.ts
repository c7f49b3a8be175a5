// POST …/bulk: the same fields of several records, chosen by ids or by the filter of the list.
import type { z } from 'zod';
import { CHANGED_MAX, bulkChangeBody, bulkChangeDone } from '#src/contract/bulk.ts';
import { AppError } from '#src/domain/errors.ts';
import { plural } from '#src/domain/plural.ts';
import { editors } from '#src/resources/kit/access.ts';
import { manyOf } from '#src/resources/kit/defineResource.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { bulkChange } from '#server/commands/core/bulkChange.ts';
import { today } from '#server/commands/core/context.ts';
import type { CommandContext } from '#server/commands/core/context.ts';
import type { ChangeOne } from '#server/commands/core/resourceCommands.ts';
import { matchingIds } from '#server/data/lists/listRecords.ts';
import type { Row } from '#server/db/database.ts';
import type { Router } from '../routes.ts';
import { readListQuery } from './listQuery.ts';

export function bulkChangeRoute(
  router: Router,
  resource: Resource,
  path: string,
  changerOf: (context: CommandContext, set: Row, isDry: boolean) => ChangeOne | Promise<ChangeOne>,
  own?: z.ZodObject,
) {
  const { deps } = router;
  const settable = own ? Object.keys(own.shape) : resource.bulkFields!;
  router
    .audited({
      action: 'update',
      resource: resource.name,
      summary: `changed several ${manyOf(resource)}`,
      ifNoted: true,
    })
    .long()
    .post({
      url: `${path}/bulk`,
      summary: `Set fields of several ${manyOf(resource)}: ${settable.join(', ')}; one that is refused stops no other`,
      body: bulkChangeBody,
      answer: bulkChangeDone,
      roles: editors,
      handler: async ({ tx, actor, body: { ids, filter, set, dry_run = false }, entry }) => {
        const listing = () => readListQuery(resource, { filter: JSON.stringify(filter) }, today({ actor, deps }));
        const chosen = ids ? [...new Set(ids)] : await matchingIds(tx, actor, resource, listing());
        if (chosen.length > CHANGED_MAX)
          throw new AppError(
            'too_many',
            `At most ${CHANGED_MAX.toLocaleString('en-US')} ${manyOf(resource)} are changed at once, and these are ${chosen.length.toLocaleString('en-US')}. Choose fewer, or filter further.`,
            { status: 422 },
          );
        const context = { tx, actor, deps };
        const changeOne = await changerOf(context, set, dry_run);
        const answer = await bulkChange(context, resource, { ids: chosen, isDry: dry_run, changeOne });
        const others = answer.refused.length > 0 ? `; ${answer.refused.length} refused` : '';
        if (!dry_run) entry?.says(`changed ${plural(answer.done, resource.singular)}${others}`);
        return answer;
      },
    });
}
