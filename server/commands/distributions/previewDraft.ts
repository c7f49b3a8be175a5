// What terms that are still being typed would come to. Nothing is written.
import type { PreviewRow } from '#src/domain/distribution/distribution.ts';
import { orgOf } from '#server/auth/actor.ts';
import type { Row } from '#server/db/database.ts';
import type { CommandContext } from '../core/context.ts';
import { computeTerms, shownPreview } from './distributionPreview.ts';
import type { Terms } from './distributionPreview.ts';
import { warningsOf } from './warnings.ts';
import { withoutCountry } from './withoutCountry.ts';
import { checkedTerms, companyOf } from './distributions.ts';

/** The lines that the form shows; sums and counts are of all. */
const SHOWN = 50;

/** Refuses (422): the fields at fault, no_entitled_shares, and what classAmounts refuses. */
export async function previewDraft(context: CommandContext, input: Row): Promise<Row> {
  const org = orgOf(context.actor);
  const { values, share_class_ids } = checkedTerms({ name: 'New distribution', ...input });
  const { currency } = await companyOf(context, org);
  const terms = {
    ...values,
    id: null,
    approved_at: null,
    declared_as: values.total_amount ? 'pot' : 'per_share',
    currency,
  };
  const { preview, taxes } = await computeTerms(context, org, terms as unknown as Terms, share_class_ids);
  const holds = (rows: readonly PreviewRow[]) => taxes.holdsOf(rows, String(values.method));
  const { without_country, warnings } = await withoutCountry(context, org, { preview, taxes });
  return {
    ...(await shownPreview(context, org, preview, currency, holds, SHOWN)),
    without_country,
    warnings: [...warnings, ...(await warningsOf(context.tx, org, terms as unknown as Terms, share_class_ids))],
  };
}
