// What is unusual about a distribution that is not approved yet.
import { declaringWarnings } from '#src/domain/distribution/declaringWarnings.ts';
import type { DeclaredTerms, DeclaringWarning } from '#src/domain/distribution/declaringWarnings.ts';
import { entitledAt } from '#server/data/entitlement.ts';
import type { Tx } from '#server/db/database.ts';

export async function warningsOf(
  tx: Tx,
  org: string,
  { type, record_date, payment_date }: Pick<DeclaredTerms, 'type' | 'record_date' | 'payment_date'>,
  share_class_ids: readonly string[],
): Promise<DeclaringWarning[]> {
  const cumulative = await tx.rows<{ id: string; name: string }>(
    `select id, name from share_class where org_id = $1 and dividend_rate is not null and dividend_is_cumulative
       and (dividend_accrues_from is null or dividend_accrues_from <= $3) and not id = any ($2) order by alphabetical(name), id`,
    [org, share_class_ids, record_date],
  );
  const ids = cumulative.map(({ id }) => id);
  const held = new Set(
    ids.length === 0 ? [] : (await entitledAt(tx, org, ids, record_date)).map(({ share_class_id }) => share_class_id),
  );
  const left_out = cumulative.filter(({ id }) => held.has(id));
  const preferred = await tx.rows<{ name: string }>(
    `select name from share_class where org_id = $1 and id = any ($2) and class_type = 'PREFERRED' and liquidation_preference_multiple > 0
     order by alphabetical(name), id`,
    [org, share_class_ids],
  );
  return declaringWarnings({ type, record_date, payment_date, left_out, preferred });
}
