// Loads what the rules need to know about the ledger for one entry. For the whole ledger: replay.ts.
import { decimal } from '#src/domain/figures/decimal.ts';
import { parseExactly } from '#src/domain/ledger/core/exactJson.ts';
import { shareNumbersOf } from '#src/domain/ledger/transactions/stockIssuance.ts';
import { declaredTriggers } from '#src/domain/ledger/rules/triggers.ts';
import { addClass, addSecurity, emptyState, numberKey } from '#src/domain/ledger/core/state.ts';
import type { AuthorizedChange, CapState, LedgerState } from '#src/domain/ledger/core/state.ts';
import { classFactsOf, issuerFactsOf } from '#src/domain/ledger/core/staticObjects.ts';
import type {
  OcfObject,
  RatioChangeRow,
  ReductionRow,
  SecurityRow,
  TerminationRow,
} from '#src/domain/ledger/core/types.ts';
import { addPlanSlice, addTerms, loadGrant, loadPoolPlan } from './grantSlice.ts';
import { unknownReference } from './refusals.ts';
import type { Tx } from '../db/database.ts';

export interface SliceWanted {
  /** The entry's day: older changes of outstanding stock are summed into one. */
  date: string;
  classes: readonly string[];
  holders: readonly string[];
  securities: readonly string[];
  /** Numbers to be used. */
  numbers: readonly string[];
  /** Equity plans whose pool the entry uses or changes. */
  plans: readonly string[];
  /** Schedules that a new grant names; those of `securities` are loaded anyway. */
  vesting_terms?: readonly string[];
  /** The body's field for an id, if it is not shareholder_id or share_class_id. */
  asked_as?: ReadonlyMap<string, string>;
}

/** The slice that one native entry needs. Refuses: unknown_reference (422) for an unknown class, holder or plan. */
export async function loadSlice(tx: Tx, org: string, wanted: SliceWanted): Promise<LedgerState> {
  const state = emptyState(await loadIssuer(tx, org));
  for (const id of new Set(wanted.holders)) {
    const holder = await tx.row<{ id: string; name: string }>(
      'select id, name from shareholder where org_id = $1 and id = $2',
      [org, id],
    );
    if (!holder) throw unknownReference(wanted.asked_as?.get(id) ?? 'shareholder_id', 'shareholder');
    state.holders.set(id, holder);
  }
  for (const id of new Set(wanted.classes)) await addClassSlice(tx, org, state, id, wanted);
  state.issuer_cap.outstanding =
    state.issuer_cap.initial.kind === 'FIXED' ? await outstandingByDay(tx, org, null, wanted.date) : new Map();
  for (const id of new Set(wanted.plans)) await addPlanSlice(tx, org, state, id, wanted.date);
  for (const id of wanted.vesting_terms ?? []) await addTerms(tx, org, state, id);
  for (const id of new Set(wanted.securities)) await addSecuritySlice(tx, org, state, id);
  if (wanted.numbers.length > 0) {
    const taken = await tx.rows<{ custom_id: string; security_id: string }>(
      `select custom_id, security_id from security where org_id = $1 and lower(trim(custom_id)) = any ($2)
         and (number_head, number_counter) in (
           select rtrim(n, '0123456789'), coalesce(nullif(substr(n, length(rtrim(n, '0123456789')) + 1), ''), '-1')::numeric from unnest($2::text[]) n)`,
      [org, wanted.numbers.map(numberKey)],
    );
    for (const { custom_id, security_id } of taken) state.custom_ids.set(numberKey(custom_id), security_id);
  }
  return state;
}

async function loadIssuer(tx: Tx, org: string) {
  const stored = await tx.row<{ ocf: string }>(
    `select ocf from (select ocf::text as ocf, is_deleted from ocf_object where org_id = $1 and object_type = 'ISSUER'
       and id = (select issuer_id from organization where id = $1) order by version desc limit 1) latest where not is_deleted`,
    [org],
  );
  return stored ? issuerFactsOf(parseExactly(stored.ocf) as OcfObject) : null;
}

async function addClassSlice(tx: Tx, org: string, state: LedgerState, id: string, wanted: SliceWanted) {
  const stored = await tx.row<{ ocf: string; allows_fractions: boolean }>(
    `select o.ocf::text as ocf, c.allows_fractions from share_class c
     join ocf_object o on o.org_id = c.org_id and o.object_type = 'STOCK_CLASS' and o.id = c.id
     where c.org_id = $1 and c.id = $2 order by o.version desc limit 1`,
    [org, id],
  );
  if (!stored) throw unknownReference(wanted.asked_as?.get(id) ?? 'share_class_id', 'share class');
  const changes = await tx.rows<AuthorizedRow>(
    `select a.effective_date, l.id as transaction_id, a.authorized_kind, a.shares_authorized
     from class_authorized a join ledger_tx l on l.org_id = a.org_id and l.seq = a.tx_seq where a.org_id = $1 and a.stock_class_id = $2`,
    [org, id],
  );
  const facts = { ...classFactsOf(parseExactly(stored.ocf) as OcfObject), allows_fractions: stored.allows_fractions };
  const outstanding = await outstandingByDay(tx, org, id, wanted.date);
  addClass(state, facts, {
    outstanding,
    changes: changes.map(changeOf),
    ratio_changes: await ratioChanges(tx, org, id),
  });
}

/** In the order in which they count. */
function ratioChanges(tx: Tx, org: string, id: string): Promise<RatioChangeRow[]> {
  return tx.rows<RatioChangeRow>(
    `select r.stock_class_id, r.effective_date, l.id as transaction_id, r.numerator, r.denominator, r.rounding_type, r.conversion_price, r.conversion_price_currency
     from ratio_change r join ledger_tx l on l.org_id = r.org_id and l.seq = r.tx_seq where r.org_id = $1 and r.stock_class_id = $2
     order by r.effective_date, r.tx_seq`,
    [org, id],
  );
}

type AuthorizedRow = {
  effective_date: string;
  transaction_id: string;
  authorized_kind: 'FIXED' | 'UNLIMITED' | 'NOT_APPLICABLE';
  shares_authorized: string | null;
};
const changeOf = (row: AuthorizedRow): AuthorizedChange => ({
  effective_date: row.effective_date,
  transaction_id: row.transaction_id,
  authorized: { kind: row.authorized_kind, shares: row.shares_authorized },
});

/** Changes of outstanding stock by day, those before `date` summed up. `classId` null: for the issuer as a whole. */
async function outstandingByDay(
  tx: Tx,
  org: string,
  classId: string | null,
  date: string,
): Promise<CapState['outstanding']> {
  const rows = await tx.rows<{ day: string; delta: string }>(
    `select greatest(on_date, $3::date) as day, sum(change) as delta from outstanding_change
     where org_id = $1 and ($2::text is null or stock_class_id = $2) group by 1 having sum(change) <> 0`,
    [org, classId, date],
  );
  return new Map(rows.map((row) => [row.day, decimal(row.delta)]));
}

async function addSecuritySlice(tx: Tx, org: string, state: LedgerState, id: string) {
  const found = await tx.row<SecurityRow & { issuance: string; accepted_on: string | null }>(
    `select s.security_id, s.kind, s.stakeholder_id, s.stock_class_id, s.stock_plan_id, s.quantity, s.amount, s.currency, s.custom_id, s.issued_on, s.first_issued_on,
            l.id as transaction_id, s.share_price, s.share_price_currency, s.security_type, l.ocf::text as issuance,
            (select min(a.effective_date) from acceptance a where a.org_id = s.org_id and a.security_id = s.security_id) as accepted_on
     from security s join ledger_tx l on l.org_id = s.org_id and l.seq = s.issue_seq where s.org_id = $1 and s.security_id = $2`,
    [org, id],
  );
  if (!found) return;
  const { issuance: text, accepted_on, ...row } = found;
  const issuance = parseExactly(text) as OcfObject;
  const termination = await tx.row<TerminationRow>(
    `select t.security_id, t.kind, t.verb, l.id as transaction_id, t.on_date, t.quantity, t.balance_security_id
     from termination t join ledger_tx l on l.org_id = t.org_id and l.seq = t.tx_seq where t.org_id = $1 and t.security_id = $2`,
    [org, id],
  );
  const reductions = await tx.rows<ReductionRow>(
    `select l.id as transaction_id, d.security_id, d.on_date, d.quantity, d.why
     from reduction d join ledger_tx l on l.org_id = d.org_id and l.seq = d.tx_seq where d.org_id = $1 and d.security_id = $2`,
    [org, id],
  );
  const hasTriggers = row.kind === 'CONVERTIBLE' || row.kind === 'WARRANT';
  addSecurity(state, row, {
    termination,
    reductions,
    accepted_on,
    triggers: hasTriggers ? declaredTriggers(issuance) : null,
    share_numbers: shareNumbersOf(issuance),
    grant: await loadGrant(tx, org, state, { row, issuance, reductions }),
    ...(await loadPoolPlan(tx, org, state, id)),
  });
}
