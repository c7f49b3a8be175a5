// Writes a generated company: each entry together with its line in the book. companies.ts chooses the entries.
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import { HOLDERS, PLAN, STATICS, TRIGGER, USD } from './companyParts.ts';
import type { GeneratedCompany, GeneratedGrant, Holding } from './companyParts.ts';
import { addDays } from '#src/domain/dates.ts';
import { randomOf } from './randomNumbers.ts';
import type { Random } from './randomNumbers.ts';

export class CompanyBook {
  readonly random: Random;
  readonly company: GeneratedCompany;
  readonly extra: number;
  protected date = '2019-01-01';
  protected count = 0;
  protected ratio = 2n;
  protected reserve = 1000n;
  protected seedAuthorized = 1000n;

  constructor(seed: number) {
    this.random = randomOf(seed);
    this.extra = this.random.below(31);
    this.company = {
      seed,
      statics: [...STATICS],
      transactions: [],
      book: [],
      stock: [],
      grants: [],
      notes: [],
      warrants: [],
      ended: [],
      next_day: this.date,
      pool_left: 1000n,
      seed_left: 1000n,
    };
  }

  /** Stock whose shares go back to the pool when it is cancelled. */
  protected readonly restricted = new Set<string>();

  /** Adds an entry, with the day and an id that does not tell its place. */
  add(object_type: string, fields: OcfObject, date = this.date): string {
    const id = `t${(7919 * (this.company.transactions.length + 1)) % 100_003}`;
    const { random } = this;
    const isAlias =
      object_type.startsWith('TX_EQUITY_COMPENSATION_') && !object_type.endsWith('REPRICING') && random.chance(8);
    const written = isAlias ? object_type.replace('EQUITY_COMPENSATION', 'PLAN_SECURITY') : object_type;
    this.company.transactions.push({ object_type: written, id, date, ...fields });
    return id;
  }

  protected holder(): string {
    return this.random.pick(HOLDERS);
  }
  protected shares(): bigint {
    return this.random.chance(12)
      ? 9_007_199_254n + BigInt(this.random.below(1000))
      : BigInt(this.random.between(1, 5000));
  }
  protected part(whole: bigint): bigint {
    return this.random.chance(3) ? whole : (whole * BigInt(this.random.between(1, 99))) / 100n || 1n;
  }
  protected inParts(whole: bigint): bigint[] {
    const first = this.part(whole);
    return first === whole ? [whole] : [first, whole - first];
  }

  protected keyOf(family: string, holder: string, classId: string): string {
    return `${family} ${classId} ${holder}`;
  }
  protected write(key: string, delta: bigint): void {
    this.company.book.push({ date: this.date, key, delta });
  }
  protected outstanding(classId: string): bigint {
    return this.company.stock
      .filter((each) => each.class_id === classId)
      .reduce((sum, each) => sum + each.quantity, 0n);
  }

  protected issuance(
    object_type: string,
    family: string,
    holding: Omit<Holding, 'id' | 'accepted' | 'on'>,
    fields: OcfObject,
  ) {
    const id = `s${(this.count += 1)}`;
    this.add(object_type, {
      security_id: id,
      custom_id: `N-${this.count}`,
      stakeholder_id: holding.holder,
      security_law_exemptions: [],
      ...fields,
    });
    this.write(this.keyOf(family, holding.holder, holding.class_id), holding.quantity);
    return { id, ...holding, accepted: false, on: this.date };
  }

  issueStock(holder: string, class_id: string, quantity: bigint, extra: OcfObject = {}): string {
    const issued = this.issuance(
      'TX_STOCK_ISSUANCE',
      'STOCK',
      { holder, class_id, quantity },
      {
        stock_class_id: class_id,
        quantity: String(quantity),
        share_price: USD('1.25'),
        stock_legend_ids: ['legend'],
        ...extra,
      },
    );
    this.company.stock.push(issued);
    if (class_id === 'seed') this.authorizeSeed();
    return issued.id;
  }

  /**
   * Authorizes just enough for the end of the day, with one adjustment a day, because the order of two would decide
   * which counts.
   */
  protected authorizeSeed(): void {
    const needed = this.outstanding('seed');
    if (needed <= this.seedAuthorized) return;
    this.seedAuthorized = needed;
    const fields = { stock_class_id: 'seed', new_shares_authorized: String(needed) };
    const object_type = 'TX_STOCK_CLASS_AUTHORIZED_SHARES_ADJUSTMENT';
    const { transactions } = this.company;
    const today = transactions.findIndex(
      (each) => each['object_type'] === object_type && each['stock_class_id'] === 'seed' && each['date'] === this.date,
    );
    if (today >= 0) transactions[today] = { ...transactions[today], ...fields };
    else this.add(object_type, fields);
  }

  protected issueNote(holder: string, amount: bigint): string {
    const holding = { holder, class_id: '', quantity: amount };
    const issued = this.issuance('TX_CONVERTIBLE_ISSUANCE', 'CONVERTIBLE', holding, {
      investment_amount: USD(String(amount)),
      convertible_type: 'SAFE',
      conversion_triggers: [TRIGGER],
      seniority: 1,
    });
    this.company.notes.push(issued);
    return issued.id;
  }

  protected issueWarrant(holder: string, quantity: bigint): string {
    const issued = this.issuance(
      'TX_WARRANT_ISSUANCE',
      'WARRANT',
      { holder, class_id: '', quantity },
      {
        quantity: String(quantity),
        exercise_price: USD('1'),
        purchase_price: USD('0'),
        exercise_triggers: [TRIGGER],
      },
    );
    this.company.warrants.push(issued);
    return issued.id;
  }

  protected poolLeft(): bigint {
    return this.reserve - this.taken;
  }
  protected taken = 0n;
  /** Takes a quantity from the pool, which grows when needed, sometimes to exactly the last share. */
  protected takeFromPool(quantity: bigint): void {
    this.taken += quantity;
    if (this.taken <= this.reserve) return;
    this.reserve = this.taken + (this.random.chance(2) ? 0n : 500n);
    this.add('TX_STOCK_PLAN_POOL_ADJUSTMENT', { stock_plan_id: PLAN, shares_reserved: String(this.reserve) });
    this.date = addDays(this.date, 1);
  }

  protected issueGrant(holder: string, quantity: bigint, terms: GeneratedGrant['terms']): string {
    const is_unit = this.random.chance(3);
    const issued = this.issuance(
      'TX_EQUITY_COMPENSATION_ISSUANCE',
      'EQUITY',
      { holder, class_id: 'common', quantity },
      {
        stock_class_id: 'common',
        stock_plan_id: PLAN,
        compensation_type: is_unit ? 'RSU' : 'OPTION_NSO',
        quantity: String(quantity),
        ...(is_unit ? {} : { exercise_price: USD('1') }),
        ...(terms ? { vesting_terms_id: terms } : {}),
        expiration_date: '2099-12-31',
        termination_exercise_windows: [],
      },
    );
    const grant = { ...issued, granted: quantity, exercised: 0n, start: null, is_unit, accelerated: 0n, terms };
    this.company.grants.push(grant);
    return grant.id;
  }

  protected forget(source: Holding): void {
    const { company } = this;
    company.stock = company.stock.filter((each) => each !== source);
    company.grants = company.grants.filter((each) => each !== source);
    company.notes = company.notes.filter((each) => each !== source);
    company.warrants = company.warrants.filter((each) => each !== source);
  }

  protected close(source: Holding): void {
    const { company } = this;
    const family = company.stock.includes(source)
      ? 'STOCK'
      : company.notes.includes(source)
        ? 'CONVERTIBLE'
        : company.warrants.includes(source)
          ? 'WARRANT'
          : 'EQUITY';
    this.forget(source);
    company.ended.push(source);
    this.write(this.keyOf(family, source.holder, source.class_id), -source.quantity);
  }

  /** Issues another certificate of the same class. Restricted stock stays with the plan. */
  protected issueLike(source: Holding, holder: string, quantity: bigint): string {
    const isRestricted = this.restricted.has(source.id);
    const id = this.issueStock(holder, source.class_id, quantity, isRestricted ? { stock_plan_id: PLAN } : {});
    if (isRestricted) this.restricted.add(id);
    return id;
  }

  protected resulted(): Set<unknown> {
    return new Set(
      this.company.transactions.flatMap((each) => [
        each['balance_security_id'],
        each['resulting_security_id'],
        ...((each['resulting_security_ids'] as string[] | undefined) ?? []),
      ]),
    );
  }
}
