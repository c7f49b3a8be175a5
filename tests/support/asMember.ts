// Acts as a member without their session: the schema's owner signs the context, then works under the application's
// login.
import type { Tx } from '#server/db/database.ts';
import { Database } from '#server/db/database.ts';
import type { Actor } from '#src/resources/kit/access.ts';

export interface Served {
  ownerUrl: string;
  appUrl: string;
}

/** One transaction under row-level security, as `actor`. */
export async function asMember<T>(served: Served, actor: Actor, work: (tx: Tx) => Promise<T>): Promise<T> {
  const owners = new Database(served.ownerUrl, { idleSeconds: 1, maxSeconds: 1, connections: 1 });
  try {
    return await owners.system(async (tx) => {
      await becomeMember(tx, served, actor);
      return work(tx);
    });
  } finally {
    await owners.close();
  }
}

/** The rest of the owner's transaction runs as the member. */
export async function becomeMember(tx: Pick<Tx, 'rows'>, served: Served, actor: Actor): Promise<void> {
  await tx.rows('select begin_context($1, $2, $3, $4)', [
    actor.account_id,
    actor.org_id,
    actor.membership_status === 'active' ? actor.role : null,
    actor.shareholder_id,
  ]);
  await tx.rows(`set local role "${new URL(served.appUrl).username}"`);
}
