// What withholding and holds depend on, read for the holders of a distribution.
import { hasValidForm, withheldFrom } from '../../../src/domain/distribution/withholding.ts';
import type {
  TaxedHolder,
  Withheld,
  WithholdingRule,
  WithholdingTerms,
} from '../../../src/domain/distribution/withholding.ts';
import { holdReasonsOf } from '../../../src/domain/distribution/holdReasons.ts';
import type { HoldReason } from '../../../src/domain/distribution/holdReasons.ts';
import type { PreviewRow } from '../../../src/domain/distribution/distribution.ts';
import type { Tx } from '../../db/database.ts';

interface Standing {
  /** The ids of who has it, one a line. */
  holders: string;
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
  has_bank_account: boolean;
  is_bank_changing: boolean;
}

interface Company {
  rules: WithholdingRule[];
  missing_tax_form: WithholdingTerms['missing_tax_form'];
  minimum_payment: string | null;
  require_bank_details: boolean;
}

export interface Taxes {
  withheldFrom: (shareholderId: string) => Withheld;
  hasForm: (shareholderId: string) => boolean;
  /** Why a payment of this line would wait. */
  holdsOf: (row: PreviewRow, method: string) => HoldReason[];
}

/** In: the kind of distribution and its day of payment. For readers of the whole company. */
export async function taxesOf(
  tx: Tx,
  org: string,
  holders: readonly string[],
  { type, payment_date }: { type: string; payment_date: string },
): Promise<Taxes> {
  const company = (await tx.row<Company>(
    'select withholding_rules as rules, missing_tax_form, trim_scale(minimum_payment)::text as minimum_payment, require_bank_details from organization where id = $1',
    [org],
  ))!;
  const ids = [...new Set(holders)];
  const rows = await tx.rows<Standing>('select * from tax_standings($1)', [ids]);
  const standings = new Map(rows.flatMap((row) => row.holders.split('\n').map((id) => [id, row] as const)));
  const disputes = await disputedIn(tx, org);
  const terms: WithholdingTerms = { ...company, distribution_type: type, payment_date };
  const known = new Map<Standing, Withheld>();
  const withheld = (id: string): Withheld => {
    const standing = standings.get(id)!;
    const kept = known.get(standing) ?? withheldFrom(holderOf(standing), terms);
    known.set(standing, kept);
    return kept;
  };
  return {
    withheldFrom: withheld,
    hasForm: (id) => hasValidForm(holderOf(standings.get(id)!).profile, payment_date),
    holdsOf: (row, method) => {
      const standing = standings.get(row.shareholder_id)!;
      return holdReasonsOf(
        {
          method,
          net: row.net,
          has_bank_account: standing.has_bank_account,
          is_bank_changing: standing.is_bank_changing,
          awaits_tax_form: withheld(row.shareholder_id).awaits_form,
          is_blocked: false,
          is_disputed: disputes.has(`${row.shareholder_id} ${row.share_class_id}`),
        },
        company,
      );
    },
  };
}

function holderOf(row: Standing): TaxedHolder {
  const { holders: _, type, country, has_profile, profile_country, ...profile } = row;
  return { type, country, profile: has_profile ? { ...profile, country: profile_country } : null };
}

async function disputedIn(tx: Tx, org: string): Promise<Set<string>> {
  const rows = await tx.rows<{ key: string }>(
    `select shareholder_id || ' ' || share_class_id as key from disputed_holdings($1)`,
    [org],
  );
  return new Set(rows.map(({ key }) => key));
}
