// The shapes the ledger domain takes and gives. The rows at the end are what the SQL projections store, one to one.
// Every quantity and amount is an exact decimal string without trailing zeros; every date is YYYY-MM-DD.

/** An object of the Open Cap Table Format as parsed JSON. Its fields are read through fields.ts, which trusts none of them. */
export type OcfObject = { readonly [field: string]: unknown };
/** The types of the objects that are no transactions. */
export type StaticType =
  | 'ISSUER'
  | 'STAKEHOLDER'
  | 'STOCK_CLASS'
  | 'STOCK_LEGEND_TEMPLATE'
  | 'STOCK_PLAN'
  | 'VALUATION'
  | 'VESTING_TERMS'
  | 'FINANCING'
  | 'DOCUMENT';
/** An object whose type starts with TX_ or CE_. */
export type OcfTransaction = OcfObject;

export type Severity = 'error' | 'warning';

/**
 * One fault found while reading or interpreting. `rule` is E1…, D1…, W1… or a slug of our own.
 * `code`, `detail` and `at_field` are what a command answers when a native entry is refused for this finding; they are not stored.
 */
export type Finding = {
  rule: string;
  severity: Severity;
  object_type: string;
  object_id: string;
  message: string;
  code?: string;
  detail?: string;
  /** What the command says at the field, where that is more than `detail`, such as the figures. */
  at_field?: string;
  /** Set on the finding that stands for further ones of its rule: how many there are (findingList.ts). */
  times?: number;
};

export const SECURITY_KINDS = ['STOCK', 'CONVERTIBLE', 'WARRANT', 'EQUITY_COMPENSATION'] as const;
export type SecurityKind = (typeof SECURITY_KINDS)[number];

/** `accepted` marks a row made by an entry with an error finding: commit-time checks leave it out. */
export type Accepted = { accepted?: true };

export type SecurityRow = Accepted & {
  security_id: string;
  kind: SecurityKind;
  stakeholder_id: string;
  stock_class_id: string | null;
  stock_plan_id: string | null;
  /** Shares; null for a convertible, and for a warrant that does not say. */
  quantity: string | null;
  /** Money invested, of a convertible. */
  amount: string | null;
  currency: string | null;
  custom_id: string;
  issued_on: string;
  /** For a security that replaces others of its holder: the day the first of them was issued. Null where it replaces none. */
  first_issued_on?: string | null;
  transaction_id: string;
  /** What a share cost; of an option or a warrant its exercise price. */
  share_price: string | null;
  share_price_currency: string | null;
  /** The word the family itself uses: OCF's convertible_type or compensation_type (RSA or FOUNDERS_STOCK for stock). */
  security_type: string | null;
};

export type TerminationVerb =
  'transferred' | 'cancelled' | 'repurchased' | 'converted' | 'reissued' | 'consolidated' | 'retracted' | 'exercised';

export type TerminationRow = Accepted & {
  security_id: string;
  kind: SecurityKind;
  verb: TerminationVerb;
  transaction_id: string;
  on_date: string;
  /** What the entry moved (money for a convertible); null where neither the entry nor the security has a figure. */
  quantity: string | null;
  /** Only when that security exists. */
  balance_security_id: string | null;
};

/** One row for each security an entry produced. `is_balance` tells what stayed with the holder. */
type ResultingRow = Accepted & {
  result_security_id: string;
  from_security_id: string;
  transaction_id: string;
  is_balance: boolean;
};

export type ReductionWhy =
  'EXERCISE' | 'RELEASE' | 'PARTIAL_CANCEL' | 'PARTIAL_TRANSFER' | 'PARTIAL_REPURCHASE' | 'PARTIAL_CONVERSION';

/** The security stays open with less in it. `quantity` is what really left, never more than was there. */
export type ReductionRow = Accepted & {
  transaction_id: string;
  security_id: string;
  on_date: string;
  quantity: string;
  why: ReductionWhy;
};

export type AuthorizedKind = 'FIXED' | 'UNLIMITED' | 'NOT_APPLICABLE';
/** `shares` is null unless the kind is FIXED. */
export type Authorized = { kind: AuthorizedKind; shares: string | null };

export type ClassAuthorizedRow = Accepted & {
  stock_class_id: string;
  effective_date: string;
  transaction_id: string;
  authorized_kind: AuthorizedKind;
  shares_authorized: string | null;
};
type IssuerAuthorizedRow = Accepted & {
  effective_date: string;
  transaction_id: string;
  authorized_kind: AuthorizedKind;
  shares_authorized: string | null;
};
export type PlanPoolRow = Accepted & {
  stock_plan_id: string;
  effective_date: string;
  transaction_id: string;
  shares_reserved: string;
};
type PoolReturnRow = Accepted & {
  stock_plan_id: string;
  security_id: string;
  effective_date: string;
  transaction_id: string;
  quantity: string;
};
export type SplitRow = Accepted & {
  stock_class_id: string;
  effective_date: string;
  transaction_id: string;
  numerator: string;
  denominator: string;
};
/** How many more shares a split made of those that had left a plan's pool: exercised ones, and retired ones that never return. */
export type PlanSplitRow = Accepted & {
  stock_plan_id: string;
  effective_date: string;
  transaction_id: string;
  exercised: string;
  retired: string;
};
export type RatioChangeRow = Accepted & {
  stock_class_id: string;
  effective_date: string;
  transaction_id: string;
  numerator: string;
  denominator: string;
  rounding_type: string | null;
  conversion_price: string | null;
  conversion_price_currency: string | null;
};
type RepricingRow = Accepted & {
  security_id: string;
  effective_date: string;
  transaction_id: string;
  exercise_price: string;
  currency: string | null;
};
export type VestingFactRow = Accepted & {
  security_id: string;
  effective_date: string;
  transaction_id: string;
  fact: 'START' | 'EVENT' | 'ACCELERATION';
  vesting_condition_id: string | null;
  quantity: string | null;
};
type AcceptanceRow = Accepted & { security_id: string; effective_date: string; transaction_id: string };
type StakeholderChangeRow = Accepted & {
  stakeholder_id: string;
  effective_date: string;
  transaction_id: string;
  new_status: string | null;
  relationship_started: string | null;
  relationship_ended: string | null;
};

/** Rows to insert, each list in ledger order: of two rows for one target and day the later in the list counts. */
export type Effects = {
  securities: SecurityRow[];
  terminations: TerminationRow[];
  resulting: ResultingRow[];
  reductions: ReductionRow[];
  class_authorized: ClassAuthorizedRow[];
  issuer_authorized: IssuerAuthorizedRow[];
  plan_pools: PlanPoolRow[];
  pool_returns: PoolReturnRow[];
  splits: SplitRow[];
  plan_splits: PlanSplitRow[];
  ratio_changes: RatioChangeRow[];
  repricings: RepricingRow[];
  vesting_facts: VestingFactRow[];
  acceptances: AcceptanceRow[];
  stakeholder_changes: StakeholderChangeRow[];
  /** Classes which an import showed to have fractions (W7): the caller turns `allows_fractions` on. */
  classes_with_fractions: string[];
};

/** A right to convert one class into another at a ratio; `numerator` is null where the mechanism is no ratio. */
export type ConversionRight = {
  converts_to_stock_class_id: string | null;
  numerator: string | null;
  denominator: string | null;
  rounding_type: string | null;
  /** What a share converts at: with the class's price it gives a ratio where the mechanism states none. */
  conversion_price: string | null;
};

export type ClassFacts = {
  id: string;
  name: string;
  class_type: 'COMMON' | 'PREFERRED';
  default_id_prefix: string;
  initial_authorized: Authorized;
  allows_fractions: boolean;
  votes_per_share: string;
  seniority: string;
  price_per_share: string | null;
  conversion_rights: ConversionRight[];
};
export type PlanFacts = {
  id: string;
  name: string;
  initial_reserved: Authorized;
  /** From this day on the first reserve counts; null: on every day. */
  adopted_on: string | null;
  /** Cancelled shares return to the pool without an entry, unless entries return them. */
  returns_by_default: boolean;
  /** The classes that it may grant. */
  stock_class_ids: readonly string[];
};
export type HolderFacts = { id: string; name: string };
export type IssuerFacts = {
  id: string;
  legal_name: string;
  formation_date: string | null;
  initial_authorized: Authorized;
};
