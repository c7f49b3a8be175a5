// What is withheld from the holders of a distribution, and what would hold their payments.
import { countrylessOf, hasValidForm, withheldFrom } from '#src/domain/distribution/withholding.ts';
import type {
  Countryless,
  TaxedHolder,
  Withheld,
  WithholdingRule,
  WithholdingTerms,
} from '#src/domain/distribution/withholding.ts';
import { holdReasonsOf } from '#src/domain/distribution/holdReasons.ts';
import type { HoldReason } from '#src/domain/distribution/holdReasons.ts';
import { remembered } from '#src/domain/figures/remembered.ts';
import type { PreviewRow } from '#src/domain/distribution/distribution.ts';
import type { Tx } from '#server/db/database.ts';

interface Standing {
  /** The ids of who has it, one a line; null for everybody who has no other. */
  holders: string | null;
  type: 'individual' | 'entity';
  country: string | null;
  has_profile: boolean;
  profile_country: string | null;
  form: string | null;
  form_valid_until: string | null;
  is_confirmed: boolean;
  withholding_rate: string | null;
  treaty_country: string | null;
  backup_withholding: boolean;
  said_country: string | null;
  unconfirmed_form: string | null;
  account_country: string | null;
  is_employed_abroad: boolean;
  earlier_signs: string[];
}

interface Company {
  rules: WithholdingRule[];
  missing_tax_form: WithholdingTerms['missing_tax_form'];
  minimum_payment: string | null;
  require_bank_details: boolean;
  presumed_country: string | null;
  presumed_source: string | null;
}

export interface Taxes {
  withheldFrom: (shareholderId: string) => Withheld;
  hasForm: (shareholderId: string) => boolean;
  /** Of whom no country is known, though a rule depends on it; null of the others. */
  countrylessOf: (shareholderId: string) => Countryless | null;
  /** Why the payments of these lines would wait. */
  holdsOf: (rows: readonly PreviewRow[], method: string) => Promise<(row: PreviewRow) => HoldReason[]>;
}

/** Of more holders than these, the standings of the whole company are read: faster than to look for each. */
const FEW = 1000;

/** In: the kind of distribution and its day of payment. For readers of the whole company. */
export async function taxesOf(
  tx: Tx,
  org: string,
  holders: readonly string[],
  { type, payment_date }: { type: string; payment_date: string },
): Promise<Taxes> {
  const company = (await tx.row<Company>(
    'select withholding_rules as rules, missing_tax_form, trim_scale(minimum_payment)::text as minimum_payment, require_bank_details, presumed_country, presumed_source from organization where id = $1',
    [org],
  ))!;
  const rows = await tx.rows<Standing>('select * from tax_standings($1)', [holders.length > FEW ? null : holders]);
  const standings = new Map<string, Standing>();
  for (const row of rows) for (const id of row.holders?.split('\n') ?? []) standings.set(id, row);
  const usual = rows.find(({ holders: ids }) => ids === null);
  const standingOf = (id: string) => standings.get(id) ?? usual!;
  const { presumed_country, presumed_source } = company;
  const terms: WithholdingTerms = {
    ...company,
    distribution_type: type,
    payment_date,
    presumed: presumed_country === null ? null : { country: presumed_country, source: presumed_source },
  };
  const ofStanding = remembered((standing: Standing) => withheldFrom(holderOf(standing), terms));
  const withheld = (id: string): Withheld => ofStanding(standingOf(id));
  return {
    withheldFrom: withheld,
    hasForm: (id) => hasValidForm(holderOf(standingOf(id)).profile, payment_date),
    countrylessOf: (id) => countrylessOf(holderOf(standingOf(id)), terms),
    holdsOf: async (lines, method) => {
      const disputes = await disputedIn(tx, org);
      const accounts = await accountsOf(
        tx,
        lines.map((line) => line.shareholder_id),
      );
      return ({ shareholder_id, share_class_id, net }) =>
        holdReasonsOf(
          {
            method,
            net,
            ...(accounts.get(shareholder_id) ?? { has_bank_account: false, is_bank_changing: false }),
            awaits_tax_form: withheld(shareholder_id).awaits_form,
            is_blocked: false,
            is_disputed: disputes.has(`${shareholder_id} ${share_class_id}`),
          },
          company,
        );
    },
  };
}

function holderOf(row: Standing): TaxedHolder {
  const { holders: _, type, country, has_profile, profile_country, ...rest } = row;
  const { said_country, unconfirmed_form, account_country, is_employed_abroad, earlier_signs, ...profile } = rest;
  return {
    type,
    country,
    profile: has_profile ? { ...profile, country: profile_country } : null,
    said_country,
    unconfirmed_form,
    account_country,
    is_employed_abroad,
    earlier_signs,
  };
}

async function accountsOf(tx: Tx, holders: readonly string[]) {
  const rows = await tx.rows<{ shareholder_id: string; has_bank_account: boolean; is_bank_changing: boolean }>(
    'select * from account_standings($1)',
    [holders.length > FEW ? null : holders],
  );
  return new Map(rows.map(({ shareholder_id, ...account }) => [shareholder_id, account]));
}

async function disputedIn(tx: Tx, org: string): Promise<Set<string>> {
  const rows = await tx.rows<{ key: string }>(
    `select shareholder_id || ' ' || share_class_id as key from disputed_holdings($1)`,
    [org],
  );
  return new Set(rows.map(({ key }) => key));
}
