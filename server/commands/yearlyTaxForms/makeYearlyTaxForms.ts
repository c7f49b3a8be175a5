// Makes the tax forms of a year: those that are new, and a correction of each that is no longer right. What was made stays.
import type { YearlyTaxFormsMade } from '#src/contract/yearlyTaxForms.ts';
import { plural } from '#src/domain/plural.ts';
import { orgOf } from '#server/auth/actor.ts';
import { bulkInsert } from '#server/data/bulkInsert.ts';
import { canonicalJson } from '#server/data/canonicalJson.ts';
import { sha256 } from '#server/data/sha256.ts';
import { conflict, recordActivity, today } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { computeTaxYear } from '#server/queries/yearlyTaxForms/taxYear.ts';
import type { RecipientRow } from '#server/queries/yearlyTaxForms/taxYear.ts';

const COLUMNS = {
  id: 'uuid',
  year: 'integer',
  number: 'integer',
  shareholder_id: 'text',
  form: 'text',
  part: 'text',
  boxes: 'jsonb',
  gross: 'numeric',
  tax: 'numeric',
  net: 'numeric',
  recipient: 'jsonb',
  corrects: 'uuid',
  sha256: 'text',
  made_by: 'uuid',
  made_at: 'timestamptz',
} as const;

/** A repeat makes nothing. Refuses: year_not_over, nothing_paid (409). */
export async function makeYearlyTaxForms(context: CommandContext, year: number): Promise<YearlyTaxFormsMade> {
  const { tx, actor, deps } = context;
  const org = orgOf(actor);
  if (year >= Number(today(context).slice(0, 4)))
    throw conflict('year_not_over', `${year} is not over yet. Make its tax forms from 1 January ${year + 1} on.`);
  // One at a time, so that the numbers are without gaps and nothing is corrected twice.
  await tx.rows('select 1 from organization where id = $1 for update', [org]);
  const { papers, recipients } = await computeTaxYear(tx, org, year);
  if (papers.length === 0) throw conflict('nothing_paid', `Nothing that goes on a form was paid in ${year}.`);
  const last = await tx.row<{ number: number }>(
    'select coalesce(max(number), 0)::integer as number from yearly_tax_form where org_id = $1 and year = $2',
    [org, year],
  );
  const due = papers.filter(({ state }) => state !== 'made');
  const rows = due.map(({ shareholder_id, form, part, boxes, gross, tax, net, made }, index) => {
    const says = {
      year,
      number: last!.number + index + 1,
      shareholder_id,
      form,
      part,
      boxes,
      gross,
      tax,
      net,
      recipient: printed(recipients.get(shareholder_id)!),
      corrects: made?.id ?? null,
    };
    return {
      ...says,
      id: deps.newId(),
      sha256: sha256(canonicalJson(says)).toString('hex'),
      made_by: actor.account_id,
      made_at: deps.now().toISOString(),
    };
  });
  await bulkInsert(tx, 'yearly_tax_form', org, COLUMNS, rows);
  const corrected = due.filter(({ state }) => state === 'changed').length;
  const made = due.length - corrected;
  if (due.length > 0)
    recordActivity(context, {
      text: `made ${plural(made, 'tax form')} of ${year}${corrected > 0 ? ` and corrected ${corrected}` : ''}`,
      resource: 'organization',
      id: org,
    });
  return { made, corrected, unchanged: papers.length - due.length };
}

/** Name and address as they are on the paper. */
const printed = ({ name, street_1, street_2, city, state, postal_code, country, tax_id_last4 }: RecipientRow) => ({
  name,
  street_1,
  street_2,
  city,
  state,
  postal_code,
  country,
  tax_id_last4,
});
