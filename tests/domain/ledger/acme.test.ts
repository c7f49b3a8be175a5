import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { interpret } from '#src/domain/ledger/core/interpret.ts';
import type { Interpretation } from '#src/domain/ledger/core/interpret.ts';
import { stateOf, transactionsOf } from '#src/domain/ledger/package/readPackage.ts';
import { hasShared, readFiles, sharedPackage } from '../sharedMaterial.ts';
import { acmeFigures, acmeObjects, acmeTransactions } from './acme.ts';
import { ledgerOf, rulesOf, tableOf } from './factories.ts';

/** Maps the class and holder ids of the public sample to those of the company in acme.ts. */
const SHORT: Record<string, string> = {
  ordinaryA: 'A',
  ordinaryB: 'B',
  preferred: 'P',
  fionaFounder: 'fiona',
  charlieCofounder: 'charlie',
  janeCTO: 'jane',
  emilyEmployee: 'emily',
};
const short = (id: string) => SHORT[id] ?? id;

function figures(ledger: Interpretation, date: string) {
  const table = tableOf(ledger, date);
  const stock = table.rows.flatMap((row) =>
    row.holdings.map((each) => [`${short(row.shareholder_id ?? '')} ${short(each.share_class_id)}`, each.quantity]),
  );
  const options = table.rows.map((row) => BigInt(row.options)).reduce((sum, each) => sum + each, 0n);
  return [date, table.classes.map((each) => each.outstanding), Object.fromEntries(stock), String(options)];
}

const shuffles = <T>(items: T[]) =>
  fc.sample(fc.shuffledSubarray(items, { minLength: items.length }), { numRuns: 20, seed: 39 });

describe('the life of a small company, day by day', () => {
  it.each(acmeFigures)('has the right table on %s', (date, ...expected) => {
    expect(figures(ledgerOf(acmeTransactions, acmeObjects), date)).toEqual([date, ...expected]);
  });
  it('gives the same rows, order and findings for any order of the transactions', () => {
    const reference = ledgerOf(acmeTransactions, acmeObjects);
    for (const shuffled of shuffles(acmeTransactions)) expect(ledgerOf(shuffled, acmeObjects)).toEqual(reference);
  });
  it('has exactly the expected findings', () => {
    expect(rulesOf(ledgerOf(acmeTransactions, acmeObjects).findings)).toEqual([
      'E1 i_EC-1',
      'E1 i_EC-2',
      'E1 i_EC-3',
      'E5 exercise_1',
      'E5 exercise_2',
      'E5 exercise_3',
      'E5 exercise_4',
      'W1 i_EC-1',
      'W1 i_EC-2',
      'W1 i_EC-3',
      'W2 split',
      'W2 split',
      'W2 split',
      'W2 split',
      'W3 convert',
    ]);
  });
  it('gives the same figures when entered day by day', () => {
    const whole = ledgerOf(acmeTransactions, acmeObjects);
    const days = [...new Set(acmeTransactions.map((each) => String(each['date'])))].sort();
    const byDay = ledgerOf([], acmeObjects);
    for (const day of days) {
      const entries = acmeTransactions.filter((each) => each['date'] === day);
      const { effects } = interpret(byDay.state, entries);
      for (const name of ['securities', 'terminations', 'reductions'] as const) {
        byDay.effects[name].push(...(effects[name] as never[]));
      }
    }
    for (const [date] of acmeFigures) expect(figures(byDay, date)).toEqual(figures(whole, date));
    expect(byDay.effects.terminations).toEqual(whole.effects.terminations);
  });
});

const FOLDER = 'ocf/sample_ocf_folders/acme_holdings_limited';
describe.skipIf(!hasShared(FOLDER))('the public Acme sample', () => {
  const reading = () => readFiles(sharedPackage(FOLDER));
  const interpreted = (transactions = transactionsOf(reading())) => interpret(stateOf(reading()).state, transactions);

  it.each(acmeFigures)('has the right table on %s', (date, ...expected) => {
    expect(figures(interpreted(), date)).toEqual([date, ...expected]);
  });
  it('gives the same figures in 20 random orders of its transactions', () => {
    const reference = interpreted();
    for (const shuffled of shuffles(transactionsOf(reading()))) {
      const ledger = interpreted(shuffled);
      expect(ledger.effects).toEqual(reference.effects);
      expect(ledger.findings).toEqual(reference.findings);
      for (const [date, ...expected] of acmeFigures) expect(figures(ledger, date)).toEqual([date, ...expected]);
    }
  });
  it('has the findings that were worked out by hand', () => {
    const { findings, counts } = reading();
    const terms = 'four_year_monthly_one_year_cliff_cumulative_round_down';
    expect(rulesOf(findings)).toEqual([
      'D5 sc_01',
      'D5 stock_repurchase_02',
      'W5 Stakeholders.ocf.json',
      'W5 StockClasses.ocf.json',
      'W5 Transactions.ocf.json',
      'W5 Valuations.ocf.json',
      'W5 VestingTerms.ocf.json',
      'unknown_field eci_01',
      'unknown_field eci_02',
      'unknown_field eci_03',
      `unknown_field ${terms}`,
      'unknown_field sib_4',
      'unknown_version Manifest.ocf.json',
    ]);
    expect(findings.every((finding) => finding.severity === 'warning')).toBe(true);
    expect(counts).toMatchObject({ ISSUER: 1, STAKEHOLDER: 4, STOCK_CLASS: 3, TX_STOCK_ISSUANCE: 17 });
    expect(rulesOf(interpreted().findings.filter((finding) => finding.severity === 'error'))).toEqual([
      'E1 eci_01',
      'E1 eci_02',
      'E1 eci_03',
      'E5 EXERCISE_01',
      'E5 EXERCISE_02',
      'E5 EXERCISE_03',
      'E5 EXERCISE_04',
    ]);
  });
});
