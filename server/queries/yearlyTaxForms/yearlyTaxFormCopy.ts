// The tax forms of a holder, and the copy of one to print: for the recipient, and not filed.
import type { HolderYearlyTaxForms, YearlyTaxForm } from '#src/contract/yearlyTaxForms.ts';
import { countryName } from '#src/domain/countries.ts';
import { writtenMoney } from '#src/domain/figures/money.ts';
import { shareholders } from '#src/resources/shareholders.ts';
import { orgOf } from '#server/auth/actor.ts';
import { notFound } from '#server/data/refusals.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import type { SlipPaper } from '#server/paper/slipPdf.ts';
import { companyHead } from '#server/reports/payouts/slips.ts';
import type { CommandContext } from '#server/commands/core/context.ts';

type Recipient = Record<
  'name' | 'street_1' | 'street_2' | 'city' | 'state' | 'postal_code' | 'country' | 'tax_id_last4',
  string | null
>;

const PAPERS = `select t.id, t.year, t.number, t.form, t.part, t.boxes, round(t.gross, 2)::text as gross, round(t.tax, 2)::text as tax, round(t.net, 2)::text as net,
    c.number as corrects, not exists (select 1 from yearly_tax_form n where n.org_id = t.org_id and n.corrects = t.id) as is_current,
    t.sha256, t.made_at, t.recipient, t.shareholder_id
  from yearly_tax_form t left join yearly_tax_form c on c.org_id = t.org_id and c.id = t.corrects where t.org_id = $1`;
type Stored = YearlyTaxForm & { recipient: Recipient; shareholder_id: string };

/** Refuses: not_found (404). */
export async function yearlyTaxFormsOfHolder({ tx, actor }: CommandContext, id: string): Promise<HolderYearlyTaxForms> {
  const holder = await findRecord(tx, actor, shareholders, id);
  if (!holder) throw notFound();
  const rows = await tx.rows<Stored>(`${PAPERS} and t.shareholder_id = $2 order by t.year desc, t.number desc`, [
    orgOf(actor),
    holder.id,
  ]);
  return { rows: rows.map(({ recipient: _recipient, shareholder_id: _holder, ...paper }) => paper) };
}

/** Row-level security shows a holder their own. Refuses: not_found (404). */
export async function yearlyTaxFormSlip(
  context: CommandContext,
  id: string,
): Promise<{ slip: SlipPaper; paper: Stored }> {
  const { tx, actor } = context;
  if (actor.org_id === null) throw notFound();
  const paper = await tx.row<Stored>(`${PAPERS} and t.id::text = $2`, [actor.org_id, id]);
  if (!paper) throw notFound();
  const { form, year, number, corrects, boxes, recipient } = paper;
  const head = await companyHead(context);
  const dollars = (value: string) => writtenMoney(value, 'USD');
  const corrected = corrects === null ? '' : `CORRECTED: this form replaces number ${corrects}. `;
  const replaced = paper.is_current ? '' : 'REPLACED: a later form corrects this one. ';
  return {
    paper,
    slip: {
      ...head,
      title: `Form ${form} for ${year}`,
      label: `Form ${form}, ${year}`,
      number: `No. ${number}`,
      warning: `${corrected}${replaced}Copy for the recipient. It is not filed with the tax office: ${head.company} reports these figures itself.`,
      addressee: addressOf(recipient),
      figure: {
        amount: dollars(paper.gross),
        text: `was paid to you in ${year}, including ${dollars(paper.tax)} that was withheld`,
      },
      sections: [
        {
          title: 'Figures',
          rows: boxes.map(({ box, label, value, is_money }) => [
            `Box ${box}`,
            `${label}: ${is_money ? dollars(value) : value || 'not stated'}`,
          ]),
        },
        {
          title: 'Recipient and payer',
          rows: [
            ['Recipient', String(recipient.name)],
            ['Tax number', recipient.tax_id_last4 === null ? 'not recorded' : `ends in ${recipient.tax_id_last4}`],
            ['Payer', head.company],
            ['Net, as paid', dollars(paper.net)],
            ['Check sum', paper.sha256],
          ],
        },
      ],
      notes: [
        'Compare the figures with the payments in your statement of the year, and tell the company if they differ.',
      ],
    },
  };
}

function addressOf({ name, street_1, street_2, city, state, postal_code, country }: Recipient): string[] {
  const town = [city, [state, postal_code].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return [name, street_1, street_2, town, country && countryName(country)].filter((line): line is string =>
    Boolean(line),
  );
}
