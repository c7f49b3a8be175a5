// The price of a class by what stands, in every order in which closings and a split are recorded and taken back.
import { expect, it } from 'vitest';
import { decimal, formatDecimal } from '#src/domain/figures/decimal.ts';
import { standingPrice } from '#src/domain/round/standingPrice.ts';
import type { PriceHistory } from '#src/domain/round/standingPrice.ts';
import { expected, orders } from '#tests/support/rounds/undoOrders.ts';

type Act = 'first' | 'second' | 'split';
const PRICES = { first: decimal('8'), second: decimal('5') };
type Counted = { seq: bigint; taken_back: bigint | null };

/** Writes what the commands write: a round its price before its entry, a split and an undo theirs after it. */
class Company {
  #seq = 0n;
  readonly #entries = new Map<Act, Counted>();
  readonly #recorded: { price: bigint | null; after: bigint; of_round: boolean }[] = [];

  get history(): PriceHistory {
    const rounds = (['first', 'second'] as const).flatMap((act) => this.#of(act, { price: PRICES[act] }));
    const ratio = { numerator: decimal('2'), denominator: decimal('1') };
    const splits = this.#of('split', { ratio }).map((split) => ({ ...split, last: split.seq }));
    return { recorded: this.#recorded, splits, rounds, stock: rounds };
  }
  get price(): bigint | null {
    return this.#recorded.at(-1)?.price ?? null;
  }
  #of<T>(act: Act, fields: T): (Counted & T)[] {
    const entry = this.#entries.get(act);
    return entry ? [{ ...entry, ...fields }] : [];
  }
  enter(price: bigint | null, of_round = false): void {
    if (price !== this.price) this.#recorded.push({ price, after: this.#seq, of_round });
  }
  do(act: Act): void {
    const isEmpty = this.history.stock.every(({ taken_back }) => taken_back !== null);
    if (act !== 'split' && this.price === null && isEmpty) this.enter(PRICES[act], true);
    this.#seq += 1n;
    this.#entries.set(act, { seq: this.#seq, taken_back: null });
    if (act === 'split' && this.price !== null) this.enter(this.price / 2n);
  }
  undo(act: Act): void {
    this.#seq += 1n;
    this.#entries.get(act)!.taken_back = this.#seq;
    this.enter(standingPrice(this.history));
  }
}

const shown = (price: bigint | null) => (price === null ? null : formatDecimal(price));

it('is that of the first closing that stands, by the splits since', () => {
  const all = orders();
  expect(all).toHaveLength(90);
  for (const order of all) {
    const company = new Company();
    let standing: string[] = [];
    for (const act of order) {
      const of = act.replace('undo ', '') as Act;
      if (act === of) company.do(of);
      else company.undo(of);
      standing = act === of ? [...standing, of] : standing.filter((each) => each !== of);
      expect([order, act, shown(company.price)]).toEqual([order, act, expected(standing)]);
    }
  }
});

it('is the entered one, whatever is taken back around it', () => {
  const wrong: unknown[] = [];
  for (const order of orders())
    for (let at = 0; at <= order.length; at += 1) {
      const company = new Company();
      let isHalved = false;
      for (const [index, act] of order.entries()) {
        if (index === at) company.enter(decimal('3'));
        const of = act.replace('undo ', '') as Act;
        if (act === of) company.do(of);
        else company.undo(of);
        if (of === 'split' && index >= at && order.indexOf('split') >= at) isHalved = act === 'split';
        const right = isHalved ? '1.5' : '3';
        if (index >= at && shown(company.price) !== right) wrong.push([order, at, act, shown(company.price), right]);
      }
    }
  expect(wrong).toEqual([]);
});
