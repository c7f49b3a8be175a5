// Q13: what the company has already. What a file names again is matched, and only what is new or changed is written: holders by
// people/known.ts; classes by prefix or name; securities by their number, else by their own key.
import { nameKey } from '../meanings/peopleWords.ts';
import { parseDecimal, ZERO } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import { openSecurities } from '#src/domain/captable/capTable.ts';
import { idOf, listOf, textOf, typeOf } from '#src/domain/ledger/core/fields.ts';
import { interpret } from '#src/domain/ledger/core/interpret.ts';
import { emptyState } from '#src/domain/ledger/core/state.ts';
import type { PlanState, SecurityState } from '#src/domain/ledger/core/state.ts';
import { addStaticObjects } from '#src/domain/ledger/core/staticObjects.ts';
import type { Effects, Finding, OcfObject, OcfTransaction, SecurityKind } from '#src/domain/ledger/core/types.ts';
import { classKey } from '../meanings/headings.ts';
import { knownPersonOf } from '../people/details.ts';
import type { KnownPerson } from '../people/details.ts';
import { securityKey } from '../records/collect.ts';
import type { Security } from '../records/records.ts';
import { securitiesNamedBy } from './securitiesNamed.ts';
import type { ShareClass } from './classes.ts';

export interface ExistingObjects {
  statics: readonly OcfObject[];
  /** Those that count: without voided ones. */
  transactions: readonly OcfTransaction[];
  /** The shareholders as the company's lists have them; without, as their objects say. */
  shareholders?: readonly KnownPerson[];
}

const KINDS: Record<Security['kind'], SecurityKind> = {
  stock: 'STOCK',
  option: 'EQUITY_COMPENSATION',
  convertible: 'CONVERTIBLE',
  warrant: 'WARRANT',
};

const keyOfFinding = ({ rule, object_type, object_id }: Finding) => `${rule} ${object_type} ${object_id}`;

/** Says on an issuance that the file had no day for it. */
export const OPENING_BALANCE = 'Opening balance: the file has no issue date.';

/** Whatever was issued so far is there. */
export const LAST_DAY = '9999-12-31';

export interface OpenSecurity {
  security_id: string;
  number: string;
  left: Decimal;
}

interface SecurityFacts {
  kind: Security['kind'];
  holder: string;
  /** The class of stock; null of anything else. */
  unit: string | null;
  day: string;
  quantity: Decimal;
}

const factsKey = (kind: SecurityKind, holder: string, day: string, quantity: Decimal | null) =>
  `${kind} ${holder} ${day} ${quantity}`;
const decimalOrNull = (text: string | null) => (text === null ? null : parseDecimal(text));

export class Existing {
  readonly statics: readonly OcfObject[];
  readonly transactions: readonly OcfTransaction[];
  readonly ids: ReadonlySet<string>;
  private readonly effects: Effects;
  private byDay: Map<string, SecurityState[]> | null = null;
  private byFacts: Map<string, SecurityState[]> | null = null;
  private openings: ReadonlySet<string> | null = null;
  private open: { day: string; byHolder: Map<string, ReturnType<typeof openSecurities>> } | null = null;
  private bySecurity: ReadonlyMap<string, OcfTransaction[]> | null = null;
  private readonly findings: ReadonlySet<string>;
  private readonly planStates: ReadonlyMap<string, PlanState>;
  readonly shareholders: readonly KnownPerson[];
  private readonly securities: ReadonlyMap<string, SecurityState>;
  private readonly byNumber = new Map<string, SecurityState>();
  private readonly classes = new Map<string, string>();
  private readonly plans = new Map<string, string>();
  private readonly legends = new Map<string, string>();

  constructor({ statics, transactions, shareholders }: ExistingObjects = { statics: [], transactions: [] }) {
    this.statics = statics;
    this.transactions = transactions;
    this.ids = new Set([...statics, ...transactions].map(idOf));
    this.shareholders = shareholders ?? statics.filter((each) => typeOf(each) === 'STAKEHOLDER').map(knownPersonOf);
    const state = emptyState();
    addStaticObjects(state, statics);
    const { findings, effects } = interpret(state, transactions);
    this.effects = effects;
    this.findings = new Set(findings.map(keyOfFinding));
    this.securities = state.securities;
    this.planStates = state.plans ?? new Map();
    for (const security of state.securities.values()) {
      const key = `${security.row.kind} ${securityKey(security.row.custom_id)}`;
      // A number that was retracted may have been given again.
      const before = this.byNumber.get(key);
      if (security.row.custom_id !== '' && (!before || before.ended?.verb === 'retracted'))
        this.byNumber.set(key, security);
    }
    for (const object of statics) this.noteStatic(object);
  }

  /** Whether the company's own entries have this finding. */
  hasFinding = (finding: Finding): boolean => this.findings.has(keyOfFinding(finding));

  shareClass({ name, code }: Pick<ShareClass, 'name' | 'code'>): string | null {
    return this.classes.get(`name ${classKey(name)}`) ?? this.classes.get(`code ${code.toLowerCase()}`) ?? null;
  }

  /** By its name or its whole text. */
  legend(text: string): string | null {
    return this.legends.get(text.toLowerCase()) ?? null;
  }

  /** The only class that the company has. */
  get onlyClass(): string | null {
    const ids = this.statics.filter((object) => typeOf(object) === 'STOCK_CLASS').map(idOf);
    return ids.length === 1 ? ids[0]! : null;
  }

  plan(key: string): string | null {
    return this.plans.get(key) ?? null;
  }

  /** In: a security of the file, and the id that its own key gives. */
  security(security: Security, ownId: string): SecurityState | null {
    const own = this.securities.get(ownId);
    if (security.number === '' || (own && own.ended?.verb !== 'retracted')) return own ?? null;
    return this.byNumber.get(`${KINDS[security.kind]} ${securityKey(security.number)}`) ?? null;
  }

  /** What a holder has at the end of a day of a class of stock, or under a plan: under any where `unit` is null. */
  openAt(day: string, kind: Security['kind'], holder: string, unit: string | null): OpenSecurity[] {
    return (this.openOf(day).get(`${KINDS[kind]} ${holder}`) ?? [])
      .filter(({ row }) => unit === null || row.stock_class_id === unit || row.stock_plan_id === unit)
      .map(({ row, left }) => ({ security_id: row.security_id, number: row.custom_id, left }));
  }

  /** Securities of a holder that were issued on that day with that quantity, or that principal: of a class, where it is stock. */
  alike({ kind, holder, unit, day, quantity }: SecurityFacts): SecurityState[] {
    this.byFacts ??= Map.groupBy(this.securities.values(), ({ row, issued }) =>
      factsKey(
        row.kind,
        row.stakeholder_id,
        row.issued_on,
        row.kind === 'CONVERTIBLE' ? decimalOrNull(row.amount) : issued,
      ),
    );
    const found = this.byFacts.get(factsKey(KINDS[kind], holder, day, quantity)) ?? [];
    return unit === null ? found : found.filter(({ row }) => row.stock_class_id === unit);
  }

  /** Whether it came out of a table of holdings, which knows no day of its issue. */
  isOpening(security_id: string): boolean {
    this.openings ??= new Set(
      this.transactions
        .filter((each) => listOf(each, 'comments').includes(OPENING_BALANCE))
        .map((each) => textOf(each, 'security_id') ?? ''),
    );
    return this.openings.has(security_id);
  }

  /** What a holder got of a class on a day. */
  issuedOn(day: string, holder: string, share_class: string): SecurityState[] {
    this.byDay ??= Map.groupBy(
      this.securities.values(),
      ({ row }) => `${row.stakeholder_id} ${row.stock_class_id} ${row.issued_on}`,
    );
    const found = this.byDay.get(`${holder} ${share_class} ${day}`) ?? [];
    return found.filter(({ row, ended }) => row.kind === 'STOCK' && ended?.verb !== 'retracted');
  }

  /** How a security was issued; null where an entry made it otherwise. */
  issuanceOf(security_id: string): OcfTransaction | null {
    return (
      this.entries()
        .get(security_id)
        ?.find((each) => typeOf(each).endsWith('_ISSUANCE')) ?? null
    );
  }

  /** How many entries name a security. */
  entriesOf(security_id: string): number {
    return this.entries().get(security_id)?.length ?? 0;
  }

  private entries(): ReadonlyMap<string, OcfTransaction[]> {
    if (this.bySecurity) return this.bySecurity;
    const all = new Map<string, OcfTransaction[]>();
    for (const entry of this.transactions)
      for (const id of securitiesNamedBy(entry)) {
        const list = all.get(id);
        if (list) list.push(entry);
        else all.set(id, [entry]);
      }
    return (this.bySecurity = all);
  }

  /** Whether somebody holds shares. */
  get hasStock(): boolean {
    for (const { row, ended, remaining } of this.securities.values())
      if (row.kind === 'STOCK' && ended === null && remaining !== ZERO) return true;
    return false;
  }

  /** The first common class of the company; null where it has none. */
  get commonClassName(): string | null {
    const found = this.statics.find(
      (object) => typeOf(object) === 'STOCK_CLASS' && textOf(object, 'class_type') === 'COMMON',
    );
    return found ? textOf(found, 'name') : null;
  }

  get shareClasses(): { name: string; class_type: string }[] {
    return this.statics
      .filter((object) => typeOf(object) === 'STOCK_CLASS')
      .map((each) => ({ name: textOf(each, 'name') ?? '', class_type: textOf(each, 'class_type') ?? '' }));
  }

  get planNames(): string[] {
    const named = this.statics.filter((object) => typeOf(object) === 'STOCK_PLAN');
    return [...new Set(named.map((each) => textOf(each, 'plan_name') ?? '').filter(Boolean))];
  }

  /** What a plan reserved first, what it reserves after its last change, and when that was; null of one that the company does not have. */
  reserveOf(plan: string): { initial: Decimal; now: Decimal; since: string } | null {
    const cap = this.planStates.get(plan)?.cap;
    if (!cap) return null;
    const last = cap.changes.toSorted((a, b) => (a.effective_date < b.effective_date ? -1 : 1)).at(-1);
    const initial = decimalOrNull(cap.initial.shares);
    const now = last ? decimalOrNull(last.authorized.shares) : initial;
    return initial === null || now === null ? null : { initial, now, since: last?.effective_date ?? '' };
  }

  get hasPlans(): boolean {
    return this.plans.size > 0;
  }

  /** The only plan that the company has. */
  get onlyPlan(): string | null {
    const ids = new Set(this.plans.values());
    return ids.size === 1 ? [...ids][0]! : null;
  }

  private openOf(day: string) {
    if (this.open?.day !== day) {
      const open = openSecurities(this.effects, day).filter(({ left }) => left > 0n);
      this.open = { day, byHolder: Map.groupBy(open, ({ row }) => `${row.kind} ${row.stakeholder_id}`) };
    }
    return this.open.byHolder;
  }

  /** How many open securities of these kinds the company has that the file does not name. */
  goneBesides(named: ReadonlySet<string>, kinds: readonly Security['kind'][]): number {
    const asked = new Set(kinds.map((kind) => KINDS[kind]));
    let gone = 0;
    for (const [id, { row, ended, remaining }] of this.securities)
      if (asked.has(row.kind) && !named.has(id) && ended === null && remaining !== ZERO) gone += 1;
    return gone;
  }

  private noteStatic(object: OcfObject): void {
    const id = idOf(object);
    const add = (map: Map<string, string>, key: string) => {
      if (!map.has(key)) map.set(key, id);
    };
    switch (typeOf(object)) {
      case 'STOCK_CLASS':
        add(this.classes, `name ${classKey(textOf(object, 'name') ?? '')}`);
        add(this.classes, `code ${(textOf(object, 'default_id_prefix') ?? '').replace(/-+$/, '').toLowerCase()}`);
        return;
      case 'STOCK_PLAN':
        add(this.plans, nameKey(textOf(object, 'plan_name') ?? ''));
        return;
      case 'STOCK_LEGEND_TEMPLATE':
        for (const field of ['name', 'text']) add(this.legends, (textOf(object, field) ?? '').trim().toLowerCase());
    }
  }
}

/** What has left a security already; nothing of one that is new. */
export const lostOf = (known: SecurityState | null): Decimal =>
  known === null || known.issued === null || known.remaining === null ? ZERO : known.issued - known.remaining;
