// Ends a job that will never be done. A company learns of a message of its own: in a list, and in its trail.
import { undeliveredMessages } from '#src/resources/undeliveredMessages.ts';
import type { KnownTo } from '#server/db/auditRow.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';

/** In: a transaction of Sharebook itself. Fails after a second where the company is locked: it is then given up later. */
export async function giveUp(tx: Tx, { newId, now }: Pick<Deps, 'newId' | 'now'>, id: string, reason: string) {
  // A company that is being imported into is locked for minutes, and the places of the worker are everybody's.
  await tx.rows(`set local lock_timeout = '1s'`);
  const lost = await tx.row<{ company: string; to_whom: string; about: string; said: string; told: KnownTo }>(
    'select * from give_up_job($1, $2)',
    [id, reason],
  );
  if (!lost) return;
  const text = `could not deliver the mail "${lost.about}" to ${lost.to_whom}: ${lost.said}`;
  tx.audit.push({
    id: newId(),
    org_id: lost.company,
    account_id: null,
    actor: 'Sharebook',
    at: now().toISOString(),
    action: 'undelivered',
    resource: undeliveredMessages.name,
    resource_id: id,
    summary: text,
    before: null,
    after: null,
    request_id: null,
    lines: [
      {
        id: newId(),
        text,
        resource: undeliveredMessages.name,
        resource_id: id,
        shareholder_id: null,
        known_to: lost.told,
      },
    ],
  });
}
