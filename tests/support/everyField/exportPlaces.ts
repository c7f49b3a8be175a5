// Where "Export everything" has each value that somebody entered: in the row of its own table in sharebook.json, in the column of its
// name, or, where it is the package that has it, in the package's own object.
import type { Row } from '#server/db/database.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';

/** The tables of sharebook.json, and the objects of the package. */
export interface Exported {
  side: Readonly<Record<string, readonly Row[]>>;
  objects: readonly Row[];
}

const ISSUANCES: Readonly<Record<string, string>> = {
  certificates: 'TX_STOCK_ISSUANCE',
  grants: 'TX_EQUITY_COMPENSATION_ISSUANCE',
  convertibles: 'TX_CONVERTIBLE_ISSUANCE',
  warrants: 'TX_WARRANT_ISSUANCE',
};
const byId = (rows: readonly Row[] | undefined, id: unknown) => rows?.find((row) => row.id === id);
const entries = ({ objects }: Exported, type: string) => objects.filter(({ object_type }) => object_type === type);
const entryOf = (exported: Exported, type: string, security_id: unknown) =>
  entries(exported, type).findLast((each) => each.security_id === security_id);

/** The row or the object that is this record in the export. */
export function homeOf(resource: Pick<Resource, 'name' | 'table'>, { id }: Row, exported: Exported): Row | undefined {
  const issuance = ISSUANCES[resource.name];
  if (issuance) return entryOf(exported, issuance, id);
  if (resource.name === 'transactions') return byId(exported.side.ledger, id);
  if (resource.name === 'members') return byId(exported.side.members, id);
  if (resource.name === 'assignees')
    return byId(exported.side.shareholder, id) ?? exported.side.members?.find(({ account_id }) => account_id === id);
  return byId(exported.side[resource.table], id);
}

/** "share_price.amount" */
const at = (path: string) => (home: Row) =>
  path.split('.').reduce<unknown>((value, name) => (value as Row | undefined)?.[name], home);
type Place = (home: Row, exported: Exported) => unknown;

/** What became of a part keeps the day of the first entry behind it. */
function firstDay(home: Row, exported: Exported): unknown {
  const before = exported.objects.find(({ balance_security_id }) => balance_security_id === home.security_id);
  return before ? firstDay(entryOf(exported, String(home.object_type), before.security_id)!, exported) : home.date;
}
const ofSecurity = { shareholder_id: at('stakeholder_id'), date: firstDay };
const mechanism = (path: string): Place => at(`conversion_triggers.0.conversion_right.conversion_mechanism.${path}`);

/** The values that are not in a column of the field's name. */
export const PLACES: Readonly<Record<string, Readonly<Record<string, Place>>>> = {
  certificates: {
    ...ofSecurity,
    certificate_number: at('custom_id'),
    share_class_id: at('stock_class_id'),
    quantity: at('quantity'),
    issue_date: at('date'),
    price_per_share: at('share_price.amount'),
  },
  grants: {
    ...ofSecurity,
    grant_number: at('custom_id'),
    compensation_type: at('compensation_type'),
    equity_plan_id: at('stock_plan_id'),
    share_class_id: at('stock_class_id'),
    quantity: at('quantity'),
    exercise_price: (home, exported) => {
      const repriced = entryOf(exported, 'TX_EQUITY_COMPENSATION_REPRICING', home.security_id);
      return repriced ? at('new_exercise_price.amount')(repriced) : at('exercise_price.amount')(home);
    },
    vesting_start: (home, exported) => entryOf(exported, 'TX_VESTING_START', home.security_id)?.date,
    expiration_date: at('expiration_date'),
    vesting_terms_id: at('vesting_terms_id'),
    // The format leaves out what is not so.
    early_exercisable: (home) => home.early_exercisable ?? false,
  },
  convertibles: {
    ...ofSecurity,
    convertible_number: at('custom_id'),
    kind: at('convertible_type'),
    amount: at('investment_amount.amount'),
    valuation_cap: mechanism('conversion_valuation_cap.amount'),
    cap_basis: (home, exported) => {
      const counted = mechanism('capitalization_definition_rules.include_this_security')(home, exported);
      return mechanism('conversion_timing')(home, exported) ?? (counted ? 'POST_MONEY' : 'PRE_MONEY');
    },
    discount: mechanism('conversion_discount'),
    mfn: (home, exported) => mechanism('conversion_mfn')(home, exported) ?? false,
    interest_rate: mechanism('interest_rates.0.rate'),
    interest_payout: mechanism('interest_payout'),
    compounding: mechanism('compounding_type'),
    day_count: mechanism('day_count_convention'),
    maturity_date: (home) => (home.conversion_triggers as Row[]).find(({ trigger_date }) => trigger_date)?.trigger_date,
  },
  warrants: {
    ...ofSecurity,
    warrant_number: at('custom_id'),
    share_class_id: at('exercise_triggers.0.conversion_right.converts_to_stock_class_id'),
    quantity: at('quantity'),
    exercise_price: at('exercise_price.amount'),
    purchase_price: at('purchase_price.amount'),
    expiration_date: at('warrant_expiration_date'),
  },
  'share-classes': { authorized_shares: at('initial_authorized') },
  'equity-plans': {
    reserved: (home, exported) =>
      entries(exported, 'TX_STOCK_PLAN_POOL_ADJUSTMENT').findLast(({ stock_plan_id }) => stock_plan_id === home.id)
        ?.shares_reserved ?? home.initial_reserved,
    date: at('board_approval_date'),
  },
  // Without one, the readers follow from the shareholder.
  documents: { audience: (home) => home.audience ?? (home.shareholder_id ? 'shareholder' : 'company') },
  members: { email: at('email'), role: at('role'), expires_at: at('expires_at') },
  'company-bank-accounts': { iban: at('iban_last4'), account_number: at('account_last4') },
  transactions: { date: at('effective_date') },
};
