// Random companies, the same for the same seed: correct ones with forty or more transactions of every family, and a
// separate book of everybody's holdings on every day. companyFaults.ts breaks them.
import { addDays } from '#src/domain/dates.ts';
import { START_CONDITION_ID } from '#src/domain/vesting/standardTerms.ts';
import { CompanyBook } from './companyBook.ts';
import { PLAN, right, USD } from './companyParts.ts';
import type { GeneratedCompany, GeneratedGrant, Holding } from './companyParts.ts';

/** Makes forty to seventy entries and what they name. Each entry is correct on its own day. */
export function soundCompany(seed: number): GeneratedCompany {
  const maker = new CompanyMaker(seed);
  while (maker.company.transactions.length < 40 + maker.extra) maker.step();
  return maker.finish();
}

type Make = (source: Holding) => void;

class CompanyMaker extends CompanyBook {
  step(): void {
    const { random, company } = this;
    if (!random.chance(3)) this.date = addDays(this.date, random.between(1, 40));
    const families: [readonly Holding[], readonly Make[]][] = [
      [company.stock, this.onStock],
      [company.grants, this.onGrant as readonly Make[]],
      [company.notes, this.onNote],
      [company.warrants, this.onWarrant],
    ];
    const [open, verbs] = random.pick(families);
    const source = open.length > 0 && !random.chance(4) ? random.pick(open) : null;
    if (source) random.pick(verbs)(source);
    else random.pick(this.fresh)();
  }

  finish(): GeneratedCompany {
    this.company.next_day = addDays(this.date, 1);
    this.company.pool_left = this.poolLeft();
    this.company.seed_left = this.seedAuthorized - this.outstanding('seed');
    return this.company;
  }

  private readonly fresh: readonly (() => void)[] = [
    () => this.issueStock(this.holder(), this.random.pick(['common', 'common', 'preferred', 'seed']), this.shares()),
    () => this.grant(),
    () => this.issueNote(this.holder(), this.shares()),
    () => this.issueWarrant(this.holder(), this.shares()),
    () => this.adjust(),
    () => this.restrictedStock(),
    () => this.add('CE_STAKEHOLDER_STATUS', { stakeholder_id: this.holder(), new_status: 'LEAVE_OF_ABSENCE' }),
    () => this.add('CE_STAKEHOLDER_RELATIONSHIP', { stakeholder_id: this.holder(), relationship_started: 'ADVISOR' }),
  ];

  private readonly onStock: readonly Make[] = [
    (source) => this.transfer(source, 'TX_STOCK_TRANSFER', (holder, q) => this.issueLike(source, holder, q)),
    (source) => this.transfer(source, 'TX_STOCK_TRANSFER', (holder, q) => this.issueLike(source, holder, q)),
    (source) => this.withdraw(source, 'TX_STOCK_CANCELLATION', (q) => this.issueLike(source, source.holder, q)),
    (source) => this.withdraw(source, 'TX_STOCK_REPURCHASE', (q) => this.issueLike(source, source.holder, q)),
    (source) => this.acceptOrRetract(source, 'STOCK'),
    (source) => {
      this.close(source);
      const results = this.inParts(source.quantity).map((q) => this.issueLike(source, source.holder, q));
      this.add('TX_STOCK_REISSUANCE', { security_id: source.id, resulting_security_ids: results, reason_text: 'lost' });
    },
    (source) => this.consolidate(source),
    (source) => (source.class_id === 'preferred' ? this.convertStock(source) : this.splitSeed()),
  ];

  private readonly onNote: readonly Make[] = [
    (source) =>
      this.transfer(
        source,
        'TX_CONVERTIBLE_TRANSFER',
        (holder, q) => this.issueNote(holder, q),
        (q) => USD(String(q)),
      ),
    (source) =>
      this.withdraw(
        source,
        'TX_CONVERTIBLE_CANCELLATION',
        (q) => this.issueNote(source.holder, q),
        (q) => USD(String(q)),
      ),
    (source) => this.acceptOrRetract(source, 'CONVERTIBLE'),
    (source) => {
      this.close(source);
      const results = [this.issueStock(source.holder, 'preferred', source.quantity / 3n + 1n)];
      this.add('TX_CONVERTIBLE_CONVERSION', {
        security_id: source.id,
        trigger_id: 'T',
        reason_text: 'round',
        resulting_security_ids: results,
      });
    },
  ];

  private readonly onWarrant: readonly Make[] = [
    (source) => this.transfer(source, 'TX_WARRANT_TRANSFER', (holder, q) => this.issueWarrant(holder, q)),
    (source) => this.withdraw(source, 'TX_WARRANT_CANCELLATION', (q) => this.issueWarrant(source.holder, q)),
    (source) => this.acceptOrRetract(source, 'WARRANT'),
    (source) => {
      this.close(source);
      const results = [this.issueStock(source.holder, 'common', source.quantity)];
      this.add('TX_WARRANT_EXERCISE', { security_id: source.id, trigger_id: 'T', resulting_security_ids: results });
    },
  ];

  private readonly onGrant: readonly ((grant: GeneratedGrant) => void)[] = [
    (grant) => this.exercise(grant),
    (grant) => this.exercise(grant),
    (grant) => this.exercise(grant),
    (grant) => {
      if (grant.exercised > 0n) return;
      this.transfer(grant, 'TX_EQUITY_COMPENSATION_TRANSFER', (holder, q) => this.issueGrant(holder, q, null));
    },
    (grant) => {
      const returns = this.random.chance(3);
      const { quantity } = this.withdraw(grant, 'TX_EQUITY_COMPENSATION_CANCELLATION', (q) =>
        this.issueGrant(grant.holder, q, null),
      );
      if (returns) this.return(grant.id, quantity);
    },
    (grant) => this.acceptOrRetract(grant, 'EQUITY_COMPENSATION'),
    (grant) => this.add('TX_EQUITY_COMPENSATION_REPRICING', { security_id: grant.id, new_exercise_price: USD('0.5') }),
    (grant) => {
      if (grant.terms === null || grant.start !== null) return;
      const isEvent = grant.terms === 'milestone';
      grant.start = isEvent ? this.date : addDays(grant.on, -this.random.below(500));
      const vesting_condition_id = isEvent ? 'reached' : START_CONDITION_ID;
      const object_type = isEvent ? 'TX_VESTING_EVENT' : 'TX_VESTING_START';
      this.add(object_type, { security_id: grant.id, vesting_condition_id }, grant.start);
    },
    (grant) => {
      const quantity = this.part(grant.quantity);
      grant.accelerated += quantity;
      this.add('TX_VESTING_ACCELERATION', { security_id: grant.id, quantity: String(quantity), reason_text: 'agreed' });
    },
  ];

  private grant(): void {
    const terms = this.random.pick(['terms', 'terms', 'milestone', null] as const);
    const quantity = this.shares();
    this.issueGrant(this.holder(), quantity, terms);
    this.takeFromPool(quantity);
  }

  private restrictedStock(): void {
    const quantity = this.shares();
    this.issueStock(this.holder(), 'common', quantity, { stock_plan_id: PLAN, issuance_type: 'RSA' });
    this.restricted.add(this.company.stock.at(-1)!.id);
    this.takeFromPool(quantity);
  }
  /** Calculated independently of the product: whole months since the start, and none before the twelfth. */
  private vested(grant: GeneratedGrant): bigint {
    if (grant.terms === null) return grant.granted;
    const months = grant.start === null ? 0 : grant.terms === 'milestone' ? 48 : vestedMonths(grant.start, this.date);
    const scheduled = (grant.granted * BigInt(months)) / 48n;
    const total = scheduled + grant.accelerated;
    return total < grant.granted ? total : grant.granted;
  }

  private exercise(grant: GeneratedGrant): void {
    const free = this.vested(grant) - grant.exercised;
    const most = free < grant.quantity ? free : grant.quantity;
    if (most <= 0n) return;
    const moved = this.part(most);
    const withheld = grant.is_unit && moved > 3n ? moved / 3n : 0n;
    const results = [this.issueStock(grant.holder, 'common', moved - withheld)];
    const fields = { security_id: grant.id, quantity: String(moved), resulting_security_ids: results };
    const released = { settlement_date: this.date, release_price: USD('2') };
    if (grant.is_unit) this.add('TX_EQUITY_COMPENSATION_RELEASE', { ...fields, ...released });
    else this.add('TX_EQUITY_COMPENSATION_EXERCISE', fields);
    this.write(this.keyOf('EQUITY', grant.holder, 'common'), -moved);
    grant.quantity -= moved;
    grant.exercised += moved;
    if (grant.quantity === 0n) this.forget(grant);
  }

  private transfer(
    source: Holding,
    object_type: string,
    issue: (holder: string, quantity: bigint) => string,
    written: (quantity: bigint) => unknown = String,
  ): void {
    this.close(source);
    const moved = this.part(source.quantity);
    const results = this.inParts(moved).map((quantity) => issue(this.holder(), quantity));
    const rest = source.quantity - moved;
    const balance = rest > 0n ? issue(source.holder, rest) : null;
    this.add(object_type, {
      security_id: source.id,
      [object_type.includes('CONVERTIBLE') ? 'amount' : 'quantity']: written(moved),
      resulting_security_ids: results,
      ...(balance ? { balance_security_id: balance } : {}),
    });
  }

  private withdraw(
    source: Holding,
    object_type: string,
    issue: (quantity: bigint) => string,
    written: (quantity: bigint) => unknown = String,
  ): { quantity: bigint } {
    this.close(source);
    const moved = this.part(source.quantity);
    const rest = source.quantity - moved;
    const balance = rest > 0n ? issue(rest) : null;
    this.add(object_type, {
      security_id: source.id,
      [object_type.includes('CONVERTIBLE') ? 'amount' : 'quantity']: written(moved),
      ...(object_type === 'TX_STOCK_REPURCHASE' ? { price: USD('1') } : { reason_text: 'agreed' }),
      ...(balance ? { balance_security_id: balance } : {}),
    });
    if (object_type.includes('EQUITY') || this.restricted.has(source.id)) this.taken -= moved;
    return { quantity: moved };
  }

  /** Returns as much as the plan's own rule would, so the pool stays the same. */
  private return(security_id: string, quantity: bigint): void {
    this.add('TX_STOCK_PLAN_RETURN_TO_POOL', {
      stock_plan_id: PLAN,
      security_id,
      quantity: String(quantity),
      reason_text: 'agreed',
    });
  }

  private acceptOrRetract(source: Holding, family: string): void {
    if (source.accepted) return;
    const isFresh = !this.resulted().has(source.id) && !('exercised' in source && source.exercised !== 0n);
    if (!isFresh || this.random.chance(2)) {
      source.accepted = true;
      this.add(`TX_${family}_ACCEPTANCE`, { security_id: source.id });
      return;
    }
    this.close(source);
    if (family === 'EQUITY_COMPENSATION' || this.restricted.has(source.id)) this.taken -= source.quantity;
    this.add(`TX_${family}_RETRACTION`, { security_id: source.id, reason_text: 'mistake' });
  }

  private consolidate(source: Holding): void {
    const isTwin = (each: Holding) =>
      each !== source &&
      each.holder === source.holder &&
      each.class_id === source.class_id &&
      this.restricted.has(each.id) === this.restricted.has(source.id);
    const twin = this.company.stock.find(isTwin);
    if (!twin) return;
    this.close(source);
    this.close(twin);
    const resulting_security_id = this.issueLike(source, source.holder, source.quantity + twin.quantity);
    this.add('TX_STOCK_CONSOLIDATION', { security_ids: [source.id, twin.id], resulting_security_id });
  }

  private convertStock(source: Holding): void {
    this.close(source);
    const moved = this.part(source.quantity);
    const rest = source.quantity - moved;
    const results = [this.issueStock(source.holder, 'common', moved * this.ratio)];
    const balance = rest > 0n ? this.issueStock(source.holder, source.class_id, rest) : null;
    this.add('TX_STOCK_CONVERSION', {
      security_id: source.id,
      quantity_converted: String(moved),
      resulting_security_ids: results,
      ...(balance ? { balance_security_id: balance } : {}),
    });
  }

  /** Splits two or three for one, on a day of its own, and reissues every certificate of the class. */
  private splitSeed(): void {
    const open = this.company.stock.filter((each) => each.class_id === 'seed');
    if (open.length === 0) return;
    this.date = addDays(this.date, 1);
    const times = this.random.pick([2n, 3n]);
    const split_transaction_id = this.add('TX_STOCK_CLASS_SPLIT', {
      stock_class_id: 'seed',
      split_ratio: { numerator: String(times), denominator: '1' },
    });
    this.seedAuthorized *= times;
    this.add('TX_STOCK_CLASS_AUTHORIZED_SHARES_ADJUSTMENT', {
      stock_class_id: 'seed',
      new_shares_authorized: String(this.seedAuthorized),
    });
    for (const source of open) {
      this.close(source);
      const results = this.inParts(source.quantity * times).map((q) => this.issueStock(source.holder, 'seed', q));
      this.add('TX_STOCK_REISSUANCE', {
        security_id: source.id,
        resulting_security_ids: results,
        split_transaction_id,
      });
    }
    this.date = addDays(this.date, 1);
  }

  /** Changes a limit or the ratio, on a separate day where the order within a day would matter. */
  private adjust(): void {
    this.date = addDays(this.date, 1);
    const { random } = this;
    const kind = random.below(4);
    if (kind === 0) {
      this.ratio = BigInt(random.between(1, 4));
      const mechanism = right('common', String(this.ratio)).conversion_mechanism;
      this.add('TX_STOCK_CLASS_CONVERSION_RATIO_ADJUSTMENT', {
        stock_class_id: 'preferred',
        new_ratio_conversion_mechanism: mechanism,
      });
    } else if (kind === 1) {
      this.add('TX_ISSUER_AUTHORIZED_SHARES_ADJUSTMENT', {
        issuer_id: 'company',
        new_shares_authorized: '9000000000000000',
      });
    } else if (kind === 2) {
      this.add('TX_STOCK_CLASS_AUTHORIZED_SHARES_ADJUSTMENT', {
        stock_class_id: 'common',
        new_shares_authorized: String(2_000_000_000_000_000 + random.below(1000)),
      });
    } else {
      this.reserve = this.taken + BigInt(random.below(300));
      this.add('TX_STOCK_PLAN_POOL_ADJUSTMENT', { stock_plan_id: PLAN, shares_reserved: String(this.reserve) });
    }
    this.date = addDays(this.date, 1);
  }
}

function vestedMonths(start: string, date: string): number {
  const [y, m, d] = start.split('-').map(Number) as [number, number, number];
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const whole = (year - y) * 12 + (month - m) - (day < Math.min(d, lastDay) ? 1 : 0);
  return whole < 12 ? 0 : Math.min(whole, 48);
}
