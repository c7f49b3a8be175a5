// Work that the payout provider causes, outside a request of a person.
import type { Actor } from '#src/resources/kit/access.ts';
import type { Deps } from '#server/deps.ts';
import type { CommandContext } from '../core/context.ts';

/** Work for a batch, in the name of who handed it over. Out: undefined for one that was not handed over. */
export const asPayout = <T>(
  deps: Deps,
  batch: string,
  work: (context: CommandContext) => Promise<T>,
): Promise<T | undefined> =>
  deps.db.system(async (tx) => {
    await tx.takeTime();
    const begun = await tx.row<Pick<Actor, 'account_id' | 'org_id' | 'role'> & { time_zone: string | null }>(
      'select * from app_begin_payout($1)',
      [batch],
    );
    if (!begun) return undefined;
    return work({ tx, actor: { ...begun, membership_status: 'active', shareholder_id: null }, deps });
  });
