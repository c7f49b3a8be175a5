// Finds the securities that the story names, such as "Jonas's common certificate".
import type { ClassKey } from './company.ts';
import type { Story } from './story.ts';

/** The newest active certificate of a holder and class with enough shares. */
export async function latestCertificate(
  story: Story,
  cls: ClassKey,
  holder: string,
  quantity: string | null,
): Promise<string> {
  const row = await story.tx.row<{ id: string }>(
    `select id from certificate where org_id = $1 and share_class_id = $2 and shareholder_id = $3 and status = 'active' and quantity >= $4::numeric order by issue_date desc, quantity desc, id limit 1`,
    [story.org, story.classIds[cls], story.holderIds[holder], quantity ?? '0'],
  );
  if (!row) throw new Error(`The sample story names a certificate that ${holder} does not hold.`);
  return row.id;
}

/** The newest grant of a holder. */
export async function latestGrant(story: Story, holder: string): Promise<string> {
  const row = await story.tx.row<{ id: string }>(
    `select security_id as id from security where org_id = $1 and kind = 'EQUITY_COMPENSATION' and stakeholder_id = $2 order by issue_seq desc limit 1`,
    [story.org, story.holderIds[holder]],
  );
  if (!row) throw new Error(`The sample story names a grant that ${holder} does not hold.`);
  return row.id;
}

/** Makes the switch over the story's steps exhaustive. */
export function endedBy(step: never): never {
  throw new Error(`The sample story has an unknown step: ${JSON.stringify(step)}`);
}
