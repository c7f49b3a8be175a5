// What may happen to the shares of a plan, made up from a seed: entries of a package that issue grants and restricted
// stock, cancel them in part and whole, retract, exercise, transfer, consolidate, convert, repurchase and return them.
import { addDays } from '#src/domain/dates.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import {
  granted,
  issued,
  optionCancellation,
  optionExercise,
  optionRelease,
  stockCancellation,
  stockConsolidation,
  stockConversion,
  stockReissuance,
  stockRepurchase,
  stockRetraction,
  stockTransfer,
  transaction,
} from '../domain/ledger/factories.ts';
import type { Extra } from '../domain/ledger/factories.ts';
import { randomOf } from './randomNumbers.ts';
import type { Random } from './randomNumbers.ts';

type Held = { id: string; kind: 'grant' | 'stock'; holder: string; left: number; stock_class_id: string };
export type PoolStory = { behaviour: string | undefined; entries: OcfObject[]; days: string[] };

const HOLDERS = ['ada', 'grace', 'linus'];
const BEHAVIOURS = [undefined, 'RETURN_TO_POOL', 'RETIRE', 'HOLD_AS_CAPITAL_STOCK', 'DEFINED_PER_PLAN_SECURITY'];

export function poolStory(seed: number, steps: number): PoolStory {
  const random = randomOf(seed);
  const writer = new StoryWriter(random);
  for (let step = 0; step < steps; step += 1) {
    writer.date = addDays(writer.date, random.below(3));
    random.pick(writer.verbs)();
  }
  const days = [...new Set(writer.entries.map((each) => String(each['date'])))];
  return { behaviour: BEHAVIOURS[seed % BEHAVIOURS.length], entries: writer.entries, days };
}

class StoryWriter {
  entries: OcfObject[] = [];
  date = '2022-01-01';
  private held: Held[] = [];
  private all: { id: string; issued: number }[] = [];
  private count = 0;
  private random: Random;

  constructor(random: Random) {
    this.random = random;
  }

  readonly verbs: (() => void)[] = [
    () => this.issue('grant', this.random.pick(HOLDERS), this.random.between(10, 400)),
    () => this.issue('grant', this.random.pick(HOLDERS), this.random.between(10, 400)),
    () => this.issue('stock', this.random.pick(HOLDERS), this.random.between(10, 300)),
    () => this.issue('stock', this.random.pick(HOLDERS), this.random.between(10, 300), { stock_plan_id: undefined }),
    () => this.cancel(),
    () => this.cancel(),
    () => this.retract(),
    () => this.exercise(),
    () => this.exercise(),
    () => this.transfer(),
    () => this.transfer(),
    () => this.reissue(),
    () => this.consolidate(),
    () => this.convert(),
    () => this.returnToPool(),
    () => this.returnToPool(),
    () => this.changeReserve(),
  ];

  private id(prefix: string): string {
    this.count += 1;
    return `${prefix}${this.count}`;
  }

  private addEntry(entry: OcfObject): void {
    this.entries.push(entry);
  }

  /** Shares name the plan, whatever they came from, as some vendors write them, or do not. */
  private issue(kind: Held['kind'], holder: string, quantity: number, extra: Extra = {}): Held {
    const held: Held = { id: this.id(kind), kind, holder, left: quantity, stock_class_id: 'common' };
    const { date } = this;
    const made = kind === 'grant' ? granted : issued;
    const plan = { stock_plan_id: 'plan' };
    const object = made(held.id, holder, String(quantity), { date, ...plan, early_exercisable: true, ...extra });
    this.addEntry(JSON.parse(JSON.stringify(object)) as OcfObject);
    held.stock_class_id = String(object['stock_class_id']);
    this.held.push(held);
    this.all.push({ id: held.id, issued: quantity });
    return held;
  }

  private result(of: Held, holder: string, quantity: number, extra: Extra = {}): string {
    const stock_plan_id = this.random.chance(3) ? undefined : 'plan';
    const kept = of.kind === 'grant' ? {} : { stock_plan_id };
    return this.issue(of.kind, holder, quantity, { stock_class_id: of.stock_class_id, ...kept, ...extra }).id;
  }

  private pick(kind?: Held['kind']): Held | undefined {
    const some = this.held.filter((each) => each.left > 0 && (!kind || each.kind === kind));
    return some.length > 0 ? this.random.pick(some) : undefined;
  }

  private part(of: Held): number {
    return this.random.chance(3) ? of.left : this.random.between(1, of.left);
  }

  private end(of: Held): void {
    this.held = this.held.filter((each) => each !== of);
  }

  private cancel(): void {
    const of = this.pick();
    if (!of) return;
    const quantity = this.part(of);
    const { date } = this;
    const fields = { date, security_id: of.id, quantity: String(quantity), reason_text: '-' };
    const rest = of.left - quantity;
    const balance = rest > 0 && this.random.chance(2) ? { balance_security_id: this.result(of, of.holder, rest) } : {};
    const id = this.id('c');
    if (of.kind === 'grant') this.addEntry(optionCancellation(id, { ...fields, ...balance }));
    else if (this.random.chance(2)) this.addEntry(stockCancellation(id, { ...fields, ...balance }));
    else this.addEntry(stockRepurchase(id, { ...fields, ...balance, price: { amount: '1', currency: 'USD' } }));
    of.left = rest;
    if (rest === 0 || 'balance_security_id' in balance) this.end(of);
  }

  private retract(): void {
    const of = this.pick();
    if (!of) return;
    const fields = { date: this.date, security_id: of.id, reason_text: '-' };
    const id = this.id('r');
    this.addEntry(
      of.kind === 'grant' ? transaction('TX_EQUITY_COMPENSATION_RETRACTION', id, fields) : stockRetraction(id, fields),
    );
    this.end(of);
  }

  private exercise(): void {
    const of = this.pick('grant');
    if (!of) return;
    const quantity = this.part(of);
    const stock_plan_id = this.random.chance(2) ? 'plan' : undefined;
    const { id } = this.issue('stock', of.holder, quantity, { stock_plan_id, stock_class_id: of.stock_class_id });
    const fields = { date: this.date, security_id: of.id, quantity: String(quantity), resulting_security_ids: [id] };
    this.addEntry(
      this.random.chance(4)
        ? optionRelease(this.id('x'), { ...fields, release_price: { amount: '1', currency: 'USD' } })
        : optionExercise(this.id('x'), fields),
    );
    of.left -= quantity;
    if (of.left === 0) this.end(of);
  }

  private transfer(): void {
    const of = this.pick();
    if (!of) return;
    const quantity = this.part(of);
    const { date } = this;
    const rest = of.left - quantity;
    const to = this.result(of, this.random.pick(HOLDERS), quantity);
    const balance = rest > 0 ? { balance_security_id: this.result(of, of.holder, rest) } : {};
    const fields = { date, security_id: of.id, quantity: String(quantity), resulting_security_ids: [to], ...balance };
    const id = this.id('t');
    this.addEntry(
      of.kind === 'grant' ? transaction('TX_EQUITY_COMPENSATION_TRANSFER', id, fields) : stockTransfer(id, fields),
    );
    this.end(of);
  }

  private reissue(): void {
    const of = this.pick('stock');
    if (!of) return;
    const resulting_security_ids = [this.result(of, of.holder, of.left)];
    this.addEntry(
      stockReissuance(this.id('n'), { date: this.date, security_id: of.id, resulting_security_ids, reason_text: '-' }),
    );
    this.end(of);
  }

  /** Also joins shares of the plan with others. */
  private consolidate(): void {
    const first = this.pick('stock');
    if (!first) return;
    const second = this.held.find(
      (each) =>
        each !== first &&
        each.kind === 'stock' &&
        each.left > 0 &&
        each.holder === first.holder &&
        each.stock_class_id === first.stock_class_id,
    );
    if (!second) return;
    const resulting_security_id = this.result(first, first.holder, first.left + second.left);
    const security_ids = [first.id, second.id];
    this.addEntry(
      stockConsolidation(this.id('o'), { date: this.date, security_ids, resulting_security_id, reason_text: '-' }),
    );
    this.end(first);
    this.end(second);
  }

  private convert(): void {
    const of = this.held.find((each) => each.kind === 'stock' && each.stock_class_id === 'preferred');
    if (!of) {
      this.issue('stock', 'ada', 50, { stock_class_id: 'preferred' });
      return;
    }
    const resulting_security_ids = [this.result(of, of.holder, of.left * 2, { stock_class_id: 'common' })];
    const fields = { date: this.date, security_id: of.id, quantity_converted: String(of.left), resulting_security_ids };
    this.addEntry(stockConversion(this.id('k'), fields));
    this.end(of);
  }

  /** Returns anything ever issued, sometimes too much. */
  private returnToPool(): void {
    if (this.all.length === 0) return;
    const { id, issued: most } = this.random.pick(this.all);
    this.addEntry(
      transaction('TX_STOCK_PLAN_RETURN_TO_POOL', this.id('b'), {
        date: this.date,
        security_id: id,
        stock_plan_id: 'plan',
        quantity: String(this.random.between(1, most)),
        reason_text: '-',
      }),
    );
  }

  private changeReserve(): void {
    this.addEntry(
      transaction('TX_STOCK_PLAN_POOL_ADJUSTMENT', this.id('p'), {
        date: this.date,
        stock_plan_id: 'plan',
        shares_reserved: String(this.random.between(1, 40) * 100),
      }),
    );
  }
}
