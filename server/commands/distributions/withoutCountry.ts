// Holders of a distribution of whom no country is recorded, although a rule of withholding depends on it: the preview asks for it.
import type { WithoutCountry } from '#src/contract/distributions/distributionPreview.ts';
import type { DeclaringWarning } from '#src/domain/distribution/declaringWarnings.ts';
import { noCountryWarning } from '#src/domain/distribution/declaringWarnings.ts';
import { inPercent } from '#src/domain/distribution/percentInWords.ts';
import type { Row } from '#server/db/database.ts';
import type { CommandContext } from '../core/context.ts';
import type { DistributionPreview } from '#src/domain/distribution/distribution.ts';
import type { Taxes } from './withheld.ts';

/** As many as are named; the others are counted. */
const NAMED = 20;

export const NOBODY: WithoutCountry = { count: 0, rows: [] };

export async function withoutCountry(
  { tx }: CommandContext,
  org: string,
  { preview, taxes }: { preview: Pick<DistributionPreview, 'rows'>; taxes: Taxes },
): Promise<{ without_country: WithoutCountry; warnings: DeclaringWarning[] }> {
  const ids = [...new Set(preview.rows.map(({ shareholder_id }) => shareholder_id))];
  const found = ids.filter((id) => taxes.countrylessOf(id) !== null);
  if (found.length === 0) return { without_country: NOBODY, warnings: [] };
  const names = await tx.rows<{ id: string; name: string }>(
    `select id, name from shareholder where org_id = $1 and id = any ($2) order by alphabetical(name), id limit ${NAMED}`,
    [org, found],
  );
  const rows = names.map(({ id, name }) => ({ shareholder_id: id, shareholder: name, ...taxes.countrylessOf(id)! }));
  const { presumed_source } = (await tx.row<Row & { presumed_source: string | null }>(
    'select presumed_source from organization where id = $1',
    [org],
  ))!;
  const warning = noCountryWarning({
    count: found.length,
    rows: rows.map((row) => ({ ...row, rate: inPercent(taxes.withheldFrom(row.shareholder_id).rate) })),
    source: presumed_source,
  });
  return { without_country: { count: found.length, rows }, warnings: [warning] };
}
