// Random companies without faults: no transaction creates or loses a share by mistake, and the order of the file does not matter.
import { growth, LINEAR } from '#tests/support/time/computed.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openSecurities } from '#src/domain/captable/capTable.ts';
import { addDays } from '#src/domain/dates.ts';
import { decimal } from '#src/domain/figures/decimal.ts';
import { interpret } from '#src/domain/ledger/core/interpret.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import {
  company,
  issued,
  ledgerOf,
  stateOfCompany,
  stockCancellation,
  stockConsolidation,
  stockConversion,
  stockReissuance,
  stockRepurchase,
  stockTransfer,
} from './factories.ts';

const SEED = 20261120;
const HOLDERS = ['ada', 'grace', 'linus'] as const;
const objects = company({
  common: { initial_shares_authorized: 'UNLIMITED' },
  preferred: { initial_shares_authorized: 'UNLIMITED' },
});

type Step = { verb: number; pick: number; part: number; holder: number; days: number; shares: number };
const step: fc.Arbitrary<Step> = fc.record({
  verb: fc.nat(6),
  pick: fc.nat(1000),
  part: fc.integer({ min: 1, max: 100 }),
  holder: fc.nat(2),
  days: fc.nat(3),
  shares: fc.integer({ min: 1, max: 1_000_000 }),
});

type Certificate = { id: string; holder: string; stock_class_id: string; quantity: bigint };
type Company = {
  transactions: OcfObject[];
  /** Net change of all stock, by day, kept by the test itself. */ deltas: Map<string, bigint>;
};

/** Turns the steps into valid transactions and keeps its own count of the shares. */
function play(steps: Step[]): Company {
  const transactions: OcfObject[] = [];
  const deltas = new Map<string, bigint>();
  let open: Certificate[] = [];
  let date = '2022-01-01';
  let count = 0;
  const addDelta = (delta: bigint) => deltas.set(date, (deltas.get(date) ?? 0n) + delta);
  const issue = (holder: string, stock_class_id: string, quantity: bigint): string => {
    const id = `s${++count}`;
    transactions.push(issued(id, holder, String(quantity), { date, stock_class_id }));
    open.push({ id, holder, stock_class_id, quantity });
    return id;
  };
  const close = (each: Certificate) => (open = open.filter((other) => other !== each));
  for (const { verb, pick, part, holder, days, shares } of steps) {
    date = addDays(date, days);
    const to = HOLDERS[holder] ?? 'ada';
    const source = open[pick % Math.max(open.length, 1)];
    // Ids count backwards, so sorting by id cannot give the right order.
    const id = `t${String(9999 - transactions.length)}`;
    if (!source || verb === 0) {
      issue(to, pick % 2 === 0 ? 'common' : 'preferred', BigInt(shares));
      addDelta(BigInt(shares));
      continue;
    }
    close(source);
    const { stock_class_id, quantity } = source;
    const moved = (quantity * BigInt(part) + 99n) / 100n;
    const base = { date, security_id: source.id };
    const balance = () =>
      moved < quantity ? { balance_security_id: issue(source.holder, stock_class_id, quantity - moved) } : {};
    if (verb === 1 || verb === 2) {
      const resulting_security_ids = [issue(to, stock_class_id, moved)];
      transactions.push(stockTransfer(id, { ...base, quantity: String(moved), resulting_security_ids, ...balance() }));
    } else if (verb === 3 || verb === 4) {
      const make = verb === 3 ? stockCancellation : stockRepurchase;
      transactions.push(make(id, { ...base, quantity: String(moved), ...balance() }));
      addDelta(-moved);
    } else if (verb === 5 && stock_class_id === 'preferred') {
      const resulting_security_ids = [issue(source.holder, 'common', moved * 2n)];
      transactions.push(
        stockConversion(id, { ...base, quantity_converted: String(moved), resulting_security_ids, ...balance() }),
      );
      addDelta(moved);
    } else {
      const twin = open.find((each) => each.holder === source.holder && each.stock_class_id === stock_class_id);
      if (twin) {
        close(twin);
        const resulting_security_id = issue(source.holder, stock_class_id, quantity + twin.quantity);
        transactions.push(stockConsolidation(id, { date, security_ids: [source.id, twin.id], resulting_security_id }));
      } else {
        const resulting_security_ids = [issue(source.holder, stock_class_id, quantity)];
        transactions.push(stockReissuance(id, { ...base, resulting_security_ids }));
      }
    }
  }
  return { transactions, deltas };
}

const total = (rows: Parameters<typeof openSecurities>[0], date: string) =>
  openSecurities(rows, date).reduce((sum, { left }) => sum + left, 0n);
const settings = { seed: SEED, numRuns: 200 };

describe(`random sound companies (seed ${SEED})`, () => {
  it('conserve shares on every day: issued + converted - cancelled = outstanding', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const { transactions, deltas } = play(steps);
        const ledger = ledgerOf(transactions, objects);
        expect(ledger.findings).toEqual([]);
        let expected = 0n;
        for (const date of [...deltas.keys()].sort()) {
          expected += deltas.get(date) ?? 0n;
          expect(total(ledger.effects, date)).toBe(expected * decimal('1'));
        }
      }),
      settings,
    );
  });
  it('give the same rows in any order of the file', () => {
    const shuffled = fc.array(step, { maxLength: 40 }).chain((steps) => {
      const { transactions } = play(steps);
      return fc.tuple(fc.constant(transactions), fc.shuffledSubarray(transactions, { minLength: transactions.length }));
    });
    fc.assert(
      fc.property(shuffled, ([written, mixed]) => {
        expect(ledgerOf(mixed, objects).effects).toEqual(ledgerOf(written, objects).effects);
      }),
      settings,
    );
  });
  it('give the same total from intervals, from daily changes and from a replay day by day', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const { transactions } = play(steps);
        const whole = ledgerOf(transactions, objects);
        const days = [...new Set(transactions.map((each) => String(each['date'])))].sort();
        const replayed = stateOfCompany(objects);
        let running = 0n;
        for (const day of days) {
          interpret(
            replayed,
            transactions.filter((each) => each['date'] === day),
          );
          for (const { cap } of replayed.classes.values()) running += cap.outstanding.get(day) ?? 0n;
          expect(running).toBe(total(whole.effects, day));
          const held = [...replayed.securities.values()].reduce((sum, { remaining }) => sum + (remaining ?? 0n), 0n);
          expect(held).toBe(running);
        }
      }),
      settings,
    );
  });
  it('are interpreted in a time that grows with the certificates, for more than 10,000 of them', () => {
    const make = (steps: number) => play(many(steps)).transactions;
    const interpret = (transactions: ReturnType<typeof make>) => ledgerOf(transactions, objects);
    expect(growth(interpret, make, { length: 10_000, runs: 2 })).toBeLessThan(LINEAR);
    expect(ledgerOf(play(many(10_000)).transactions, objects).effects.securities.length).toBeGreaterThan(10_000);
  });
});

/** Steps of each kind in turn. */
const many = (length: number) =>
  Array.from({ length }, (_each, index) => ({
    verb: index % 4,
    pick: index,
    part: 40,
    holder: index % 3,
    days: index % 2,
    shares: 1000,
  }));
