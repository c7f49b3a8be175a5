// The state that interpreters read and change: the whole ledger, or only the slice that one entry needs.
import { parseDecimal } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import type {
  Authorized,
  ClassFacts,
  HolderFacts,
  IssuerFacts,
  OcfObject,
  PlanFacts,
  PlanSplitRow,
  RatioChangeRow,
  ReductionRow,
  SecurityRow,
  SplitRow,
  TerminationRow,
} from './types.ts';
import type { Fact } from '#src/domain/vesting/path.ts';
import type { VestingInput } from '#src/domain/vesting/schedule.ts';
import type { StatusChange } from '#src/domain/vesting/service.ts';

/** What a security promises over time: its vesting, its expiry, and what was taken out of it. */
export type Grant = {
  vesting_terms_id: string | null;
  vestings: readonly { date: string; amount: Decimal }[];
  early_exercisable: boolean;
  /** The last day on which it may be exercised. */
  expires_on: string | null;
  facts: Fact[];
  /** What was exercised or released, in ledger order. */
  exercised: { date: string; quantity: Decimal; transaction_id: string }[];
  /** For a slice, which lacks the grants that this one replaced: the whole grant in its shares. */
  whole?: VestingInput['whole'];
};

/** A way in which a convertible or a warrant becomes stock, with its first and last day. */
export type Trigger = { id: string; from: string | null; to: string | null };
export type PoolReturn = { date: string; quantity: Decimal };

export type SecurityState = {
  row: SecurityRow;
  /** Shares (money for a convertible) at issuance and left now; null where the security has no figure. */
  issued: Decimal | null;
  remaining: Decimal | null;
  ended: TerminationRow | null;
  reduced: ReductionRow[];
  accepted_on: string | null;
  /** The entry that named this security as its result or balance. */
  resulted_from: string | null;
  /** The securities it resulted from: several for a consolidation, none for a new issue. */
  came_from: readonly string[];
  /** Share numbers, inclusive (E19). */
  share_numbers: readonly { from: bigint; to: bigint }[];
  /** What a convertible or warrant may be converted by; null when not loaded, and then not checked (E17). */
  triggers: readonly Trigger[] | null;
  /** Its vesting and expiry; null when its issuance says nothing about them. */
  grant: Grant | null;
  /** The plan whose pool its shares came from, and return to when it is cancelled; undefined until it is looked up. */
  pool_plan_id: string | null | undefined;
};

export type AuthorizedChange = { effective_date: string; transaction_id: string; authorized: Authorized };

/** One capped figure: a class, or the issuer over all its stock. */
export type CapState = {
  initial: Authorized;
  changes: AuthorizedChange[];
  /** Stock outstanding as changes by day. A slice may sum up all days before its entry's into one. */
  outstanding: Map<string, Decimal>;
};

export type ClassState = {
  facts: ClassFacts;
  cap: CapState;
  ratio_changes: RatioChangeRow[];
  /** Shares that open warrants and grants outside of any plan may need (W8). */
  promised: Decimal;
  /** Securities with share numbers. */
  numbered: SecurityState[];
};

/** A plan's pool as a capped figure: what is reserved, and what was taken out of it by day. */
export type PlanState = {
  facts: PlanFacts;
  cap: CapState;
  /** Open grants; of a slice not known. */
  granted: Decimal;
};

export type LedgerState = {
  issuer: IssuerFacts | null;
  issuer_cap: CapState;
  classes: Map<string, ClassState>;
  holders: Map<string, HolderFacts>;
  /** Null: not loaded and not checked. A native entry's caller has looked them up already. */
  plans: Map<string, PlanState> | null;
  vesting_terms: Map<string, OcfObject> | null;
  legends: Set<string> | null;
  /** Returns to a pool, by the security they name. A slice needs those of its own securities. */
  pool_returns: Map<string, PoolReturn[]>;
  /** By how much splits multiplied what had left each pool, by plan. A slice needs none: splits are interpreted on the whole ledger. */
  plan_splits: Map<string, PlanSplitRow[]>;
  /** Changes of status by holder. */
  service: Map<string, StatusChange[]>;
  securities: Map<string, SecurityState>;
  splits: Map<string, SplitRow>;
  /** Certificate numbers in use, by numberKey -> security. A slice needs only the numbers about to be used. */
  custom_ids: Map<string, string>;
  /** Ids already in the ledger. A slice may leave it empty: the database refuses the second one. */
  transaction_ids: Set<string>;
};

export function emptyState(issuer: IssuerFacts | null = null): LedgerState {
  return {
    issuer,
    issuer_cap: emptyCap(issuer?.initial_authorized ?? { kind: 'NOT_APPLICABLE', shares: null }),
    classes: new Map(),
    holders: new Map(),
    plans: null,
    vesting_terms: null,
    legends: null,
    pool_returns: new Map(),
    plan_splits: new Map(),
    service: new Map(),
    securities: new Map(),
    splits: new Map(),
    custom_ids: new Map(),
    transaction_ids: new Set(),
  };
}

export function emptyCap(initial: Authorized): CapState {
  return { initial, changes: [], outstanding: new Map() };
}

/** `outstanding` and `changes`: what is in the ledger already, for a slice. */
export function addClass(
  state: LedgerState,
  facts: ClassFacts,
  past: { outstanding?: Map<string, Decimal>; changes?: AuthorizedChange[]; ratio_changes?: RatioChangeRow[] } = {},
): void {
  const cap = { ...emptyCap(facts.initial_authorized), changes: past.changes ?? [] };
  if (past.outstanding) cap.outstanding = past.outstanding;
  const ratio_changes = past.ratio_changes ?? [];
  state.classes.set(facts.id, { facts: { ...facts }, cap, ratio_changes, promised: 0n, numbered: [] });
}

/** `outstanding`: what was taken out of the pool already, by day, for a slice. */
export function addPlan(
  state: LedgerState,
  facts: PlanFacts,
  past: { outstanding?: Map<string, Decimal>; changes?: AuthorizedChange[] } = {},
): void {
  const cap = { ...emptyCap(facts.initial_reserved), changes: past.changes ?? [] };
  if (past.outstanding) cap.outstanding = past.outstanding;
  state.plans ??= new Map();
  state.plans.set(facts.id, { facts, cap, granted: 0n });
}

/** A security as stored: its row, what it lost since, and its end. Touches no cap: a slice brings those itself. */
export function addSecurity(
  state: LedgerState,
  row: SecurityRow,
  past: {
    termination?: TerminationRow;
    reductions?: ReductionRow[];
    accepted_on?: string | null;
    resulted_from?: string;
    pool_plan_id?: string | null;
    grant?: Grant | null;
    triggers?: readonly Trigger[] | null;
    share_numbers?: SecurityState['share_numbers'];
  } = {},
): SecurityState {
  const issued = parseDecimal(row.kind === 'CONVERTIBLE' ? row.amount : row.quantity);
  const lost = (past.reductions ?? []).reduce((sum, reduction) => sum + (parseDecimal(reduction.quantity) ?? 0n), 0n);
  const security: SecurityState = {
    row,
    issued,
    remaining: past.termination ? 0n : issued === null ? null : issued - lost,
    ended: past.termination ?? null,
    reduced: past.reductions ?? NONE,
    accepted_on: past.accepted_on ?? null,
    resulted_from: past.resulted_from ?? null,
    came_from: NONE,
    share_numbers: past.share_numbers ?? NONE,
    triggers: past.triggers ?? null,
    grant: past.grant ?? null,
    pool_plan_id: past.pool_plan_id,
  };
  state.securities.set(row.security_id, security);
  if (row.custom_id !== '') state.custom_ids.set(numberKey(row.custom_id), row.security_id);
  return security;
}

/** One empty list shared by all securities that have none: there may be hundreds of thousands. */
const NONE: never[] = [];

/** Certificate numbers are compared without capitals and surrounding blanks. */
export const numberKey = (custom_id: string): string => custom_id.trim().toLowerCase();

/** Open means: nothing has ended it, and something is left in it. */
export function isOpen(security: SecurityState): boolean {
  return security.ended === null && (security.remaining === null || security.remaining > 0n);
}

/** How many decimals a number of shares of the class may have: ten where it has fractions, else none. */
export const placesOf = ({ classes }: LedgerState, classId: string | null): number =>
  classId !== null && classes.get(classId)?.facts.allows_fractions ? 10 : 0;
