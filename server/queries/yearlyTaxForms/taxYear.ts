// What each holder's tax forms of a year say now, beside those that were made.
import { isFixedSql } from '#server/data/rules/fixedDistributions.ts';
import type { TaxYear } from '#src/contract/yearlyTaxForms.ts';
import { decimal, toFixed } from '#src/domain/figures/decimal.ts';
import { emptied, figuresOf, yearlyTaxFormNames, yearlyTaxFormsOf } from '#src/domain/distribution/yearlyTaxForms.ts';
import type {
  PaidSum,
  Recipient,
  YearlyTaxFormFigures,
  YearlyTaxFormName,
  Unreported,
} from '#src/domain/distribution/yearlyTaxForms.ts';
import { orgOf } from '#server/auth/actor.ts';
import type { Tx } from '#server/db/database.ts';
import type { CommandContext } from '#server/commands/core/context.ts';

export type RecipientRow = Recipient & {
  shareholder_id: string;
  name: string;
  tax_id_last4: string | null;
  first_name: string | null;
  last_name: string | null;
  entity_name: string | null;
  street_1: string | null;
  street_2: string | null;
  city: string | null;
  state: string | null;
  postal_code: string | null;
  country: string | null;
};

/** The newest form of a holder, kind and part. */
export interface Made {
  id: string;
  number: number;
  shareholder_id: string;
  form: YearlyTaxFormName;
  part: string;
  boxes: YearlyTaxFormFigures['boxes'];
  /** The number of the form that it corrects. */
  corrects: number | null;
}

export interface Computed {
  papers: (YearlyTaxFormFigures & { state: 'new' | 'made' | 'changed'; made: Made | null })[];
  unreported: Unreported[];
  recipients: ReadonlyMap<string, RecipientRow>;
}

/** Lines of one answer, as many as a person looks through; the file has all of them. */
const LISTED_MAX = 1000;

/** The day a payment arrived: its completion is kept as midnight in UTC. */
const PAID_YEAR = `extract(year from p.completed_at at time zone 'UTC')::integer`;

const PAYABLE_YEAR = 'extract(year from c.payment_date)::integer';
const WHOLLY_WITHHELD = `distribution_line l join distribution c on c.org_id = l.org_id and c.id = l.distribution_id
  where l.org_id = $1 and l.excluded_reason = 'all_withheld' and ${isFixedSql('c')}`;

/** What was paid in a year, and what was withheld wholly of distributions that were payable in it, which makes no payment. */
const PAID = `
  select p.shareholder_id, p.distribution_id, p.gross, p.tax, p.withholding_rate, p.is_foreign, p.treaty_country
  from payment p where p.org_id = $1 and p.status = 'completed' and ${PAID_YEAR} = $2
  union all
  select l.shareholder_id, l.distribution_id, l.gross, l.tax, l.withholding_rate, l.is_foreign, l.treaty_country
  from ${WHOLLY_WITHHELD} and ${PAYABLE_YEAR} = $2`;

/** For who keeps the books. */
export async function computeTaxYear(tx: Tx, org: string, year: number): Promise<Computed> {
  const sums = await tx.rows<PaidSum>(
    `select p.shareholder_id, d.type, d.currency::text as currency, round(sum(p.gross::numeric), 2)::text as gross, round(sum(p.tax::numeric), 2)::text as tax,
            trim_scale(coalesce(p.withholding_rate, round(p.tax::numeric / nullif(p.gross::numeric, 0), 4), 0))::text as withholding_rate,
            p.is_foreign, p.treaty_country
     from (${PAID}) p join distribution d on d.org_id = $1 and d.id = p.distribution_id
     group by p.shareholder_id, d.type, d.currency, 6, 7, 8 order by p.shareholder_id collate "C", d.type, d.currency, 6, 7, 8`,
    [org, year],
  );
  const made = await newestMade(tx, org, year);
  const ids = [...new Set([...sums, ...made].map(({ shareholder_id }) => shareholder_id))];
  const recipients = await recipientsOf(tx, org, ids, made);
  const { papers, unreported } = yearlyTaxFormsOf(sums, recipients);
  const known = new Map(made.map((each) => [keyOf(each), each]));
  const now = papers.map((paper) => {
    const earlier = known.get(keyOf(paper)) ?? null;
    known.delete(keyOf(paper));
    const isSame = earlier !== null && figuresOf(earlier) === figuresOf(paper);
    const state = earlier === null ? ('new' as const) : isSame ? ('made' as const) : ('changed' as const);
    return { ...paper, state, made: earlier };
  });
  // What was told of payments of which nothing is left.
  const gone = [...known.values()].map((earlier) => {
    const paper = emptied({ ...earlier, gross: '0.00', tax: '0.00', net: '0.00', lacking: [] });
    const isSame = figuresOf(earlier) === figuresOf(paper);
    return { ...paper, state: isSame ? ('made' as const) : ('changed' as const), made: earlier };
  });
  return { papers: inOrder([...now, ...gone], recipients), unreported, recipients };
}

const keyOf = ({ shareholder_id, form, part }: Pick<Made, 'shareholder_id' | 'form' | 'part'>) =>
  `${shareholder_id}\u0000${form}\u0000${part}`;

/** By name, as the database sorts the recipients. */
function inOrder<T extends { shareholder_id: string }>(papers: T[], recipients: ReadonlyMap<string, unknown>): T[] {
  const places = new Map([...recipients.keys()].map((id, place) => [id, place]));
  return papers.toSorted((one, other) => places.get(one.shareholder_id)! - places.get(other.shareholder_id)!);
}

const newestMade = (tx: Tx, org: string, year: number): Promise<Made[]> =>
  tx.rows<Made>(
    `select t.id, t.number, t.shareholder_id, t.form, t.part, t.boxes, c.number as corrects
     from yearly_tax_form t left join yearly_tax_form c on c.org_id = t.org_id and c.id = t.corrects
     where t.org_id = $1 and t.year = $2 and not exists (select 1 from yearly_tax_form n where n.org_id = t.org_id and n.corrects = t.id)
     order by t.number`,
    [org, year],
  );

async function recipientsOf(
  tx: Tx,
  org: string,
  ids: readonly string[],
  made: readonly Made[],
): Promise<Map<string, RecipientRow>> {
  const told = new Map(made.toReversed().map(({ shareholder_id, form }) => [shareholder_id, form === '1042-S']));
  const rows = await tx.rows<Omit<RecipientRow, 'told_as_foreign'>>(
    `select h.id as shareholder_id, h.name, h.type, h.first_name, h.last_name, h.entity_name, h.street_1, h.street_2, h.city, h.state, h.postal_code, h.country, tax_country(h) as tax_country,
            case when t.confirmed_at is not null then t.form end as form, case when t.confirmed_at is not null then t.country end as profile_country,
            d.tax_id_last4,
            d.tax_id_last4 is not null as has_tax_number, coalesce(h.street_1, '') <> '' and coalesce(h.city, '') <> '' as has_address
     from shareholder h
     left join tax_profile t on t.org_id = h.org_id and t.shareholder_id = h.id
     left join holder_detail d on d.org_id = h.org_id and d.shareholder_id = h.id
     where h.org_id = $1 and h.id = any ($2) order by alphabetical(h.name), h.id`,
    [org, ids],
  );
  return new Map(
    rows.map((row) => [row.shareholder_id, { ...row, told_as_foreign: told.get(row.shareholder_id) ?? null }]),
  );
}

export async function showTaxYear({ tx, actor }: CommandContext, year: number): Promise<TaxYear> {
  const org = orgOf(actor);
  const { papers, unreported, recipients } = await computeTaxYear(tx, org, year);
  const years = await tx.rows<{ year: number }>(
    `select ${PAID_YEAR} as year from payment p where p.org_id = $1 and p.status = 'completed'
     union select ${PAYABLE_YEAR} from ${WHOLLY_WITHHELD} order by 1 desc`,
    [org],
  );
  const nameOf = (id: string) => recipients.get(id)!.name;
  const sum = (name: 'gross' | 'tax' | 'net') =>
    toFixed(
      papers.reduce((total, paper) => total + decimal(paper[name]), 0n),
      2,
    );
  return {
    year,
    years: years.map((each) => each.year),
    rows: papers.slice(0, LISTED_MAX).map(({ made, ...paper }) => ({
      ...paper,
      shareholder: nameOf(paper.shareholder_id),
      paper: made && { id: made.id, number: made.number, corrects: made.corrects },
    })),
    unreported: unreported
      .slice(0, LISTED_MAX)
      .map(({ withholding_rate: _rate, is_foreign: _foreign, treaty_country: _treaty, ...each }) => ({
        ...each,
        shareholder: nameOf(each.shareholder_id),
      })),
    counts: {
      forms: papers.length,
      new: papers.filter(({ state }) => state === 'new').length,
      changed: papers.filter(({ state }) => state === 'changed').length,
      lacking: papers.filter(({ lacking }) => lacking.length > 0).length,
      unreported: unreported.length,
    },
    made_forms: yearlyTaxFormNames.filter((form) => papers.some((paper) => paper.form === form && paper.made !== null)),
    total_gross: sum('gross'),
    total_tax: sum('tax'),
    total_net: sum('net'),
  };
}
