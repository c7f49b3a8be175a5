// Reading and interpreting any package, however faulty, gives findings and never throws.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { capTableAsOf } from '#src/domain/captable/capTable.ts';
import { parseDecimal } from '#src/domain/figures/decimal.ts';
import { isIsoDate } from '#src/domain/dates.ts';
import { compareWithExisting } from '#src/domain/ledger/package/compareWithExisting.ts';
import { interpret } from '#src/domain/ledger/core/interpret.ts';
import { stateOf, transactionsOf } from '#src/domain/ledger/package/readPackage.ts';
import { TRANSACTION_TYPES } from '#src/domain/ledger/transactions/index.ts';
import { drain } from '#src/domain/slices.ts';
import { packageFile, readFiles } from '../sharedMaterial.ts';
import { acmeObjects, acmeTransactions } from './acme.ts';

const SEED = 7;
const fields = [...new Set(acmeTransactions.flatMap((each) => Object.keys(each)))];
const ids = acmeTransactions.flatMap((each) => [each['id'], each['security_id']]).filter((id) => id !== undefined);
const junk = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    '0',
    '-5',
    '1e9',
    7,
    1e300,
    [],
    {},
    [null],
    { omitted: true },
    '2023-02-30',
    '9'.repeat(100),
    '__proto__',
  ),
  fc.constantFrom<unknown>(
    ...ids,
    ...TRANSACTION_TYPES.map(({ type }) => type),
    'constructor',
    ['OA-1', 'OA-1'],
    { amount: '1' },
    { numerator: 1, denominator: 0 },
  ),
  fc.jsonValue(),
);
const change = fc.record({
  at: fc.nat(acmeTransactions.length - 1),
  field: fc.constantFrom(...fields, 'items', 'constructor'),
  value: junk,
});

function filesOf(changes: { at: number; field: string; value: unknown }[]) {
  const items: unknown[] = acmeTransactions.map((each) => ({ ...each }));
  for (const { at, field, value } of changes) {
    if (field === 'items') items[at] = value;
    else items[at] = { ...(items[at] as object), [field]: value };
  }
  const [issuer, ...statics] = acmeObjects;
  const ofType = (type: string) => statics.filter((each) => each['object_type'] === type);
  const lists = { stakeholders_files: 'S.json', stock_classes_files: 'C.json', transactions_files: 'T.json' };
  return [
    packageFile('S.json', { file_type: 'OCF_STAKEHOLDERS_FILE', items: ofType('STAKEHOLDER') }),
    packageFile('C.json', { file_type: 'OCF_STOCK_CLASSES_FILE', items: ofType('STOCK_CLASS') }),
    packageFile('T.json', { file_type: 'OCF_TRANSACTIONS_FILE', items }),
    packageFile('M.json', {
      file_type: 'OCF_MANIFEST_FILE',
      ocf_version: '1.2.0',
      issuer,
      ...Object.fromEntries(Object.entries(lists).map(([list, filepath]) => [list, [{ filepath }]])),
    }),
  ];
}

describe(`a package with random faults (seed ${SEED})`, () => {
  it('is read and interpreted without an exception, and gives no impossible row', () => {
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 12 }), (changes) => {
        const reading = readFiles(filesOf(changes));
        const { state } = stateOf(reading);
        const ledger = interpret(state, transactionsOf(reading));
        const known = new Set(ledger.effects.securities.map((row) => row.security_id));
        expect(known.size).toBe(ledger.effects.securities.length);
        for (const row of ledger.effects.securities) {
          expect(isIsoDate(row.issued_on) && row.transaction_id !== '' && row.security_id !== '').toBe(true);
          const figure = row.kind === 'CONVERTIBLE' ? row.amount : row.quantity;
          expect(row.kind === 'WARRANT' || (parseDecimal(figure) ?? 0n) > 0n).toBe(true);
        }
        const ended = ledger.effects.terminations.map((row) => row.security_id);
        expect(new Set(ended).size).toBe(ended.length);
        for (const row of ledger.effects.terminations) {
          expect(known.has(row.security_id)).toBe(true);
          expect(row.balance_security_id === null || known.has(row.balance_security_id)).toBe(true);
        }
        const pairs = ledger.effects.resulting.map((row) =>
          JSON.stringify([row.result_security_id, row.from_security_id]),
        );
        expect(new Set(pairs).size).toBe(pairs.length);
        const classes = [...state.classes.values()].map(({ facts }) => facts);
        for (const date of ['2019-11-01', '2022-06-30', '2030-01-01']) {
          const table = capTableAsOf(ledger.effects, classes, state.holders, date);
          for (const each of table.rows) expect(each.total.startsWith('-') || each.options.startsWith('-')).toBe(false);
        }
        const existing = new Map(
          reading.objects.map((each) => [each.id, { object_type: each.object_type, object: each.object }]),
        );
        expect(() => drain(compareWithExisting(reading, existing, null))).not.toThrow();
      }),
      { seed: SEED, numRuns: 150 },
    );
  });
  it('gives the same rows and findings in any order of its transactions', () => {
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 8 }), fc.infiniteStream(fc.nat()), (changes, keys) => {
        const reading = readFiles(filesOf(changes));
        const transactions = transactionsOf(reading);
        const mixed = transactions
          .map((each) => ({ each, key: keys.next().value as number }))
          .sort((a, b) => a.key - b.key)
          .map(({ each }) => each);
        const [one, other] = [transactions, mixed].map((list) => interpret(stateOf(reading).state, list));
        expect(other?.effects).toEqual(one?.effects);
        expect(other?.findings).toEqual(one?.findings);
      }),
      { seed: SEED, numRuns: 100 },
    );
  });
});
