// Checks the declaration of every transaction type against the ledger that reads it. A new type fails here until it is complete.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Field, FieldKind, Shape } from '#src/domain/ledger/core/shapes.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import { firstDependent } from '#src/domain/ledger/history/dependents.ts';
import { summaryOf } from '#src/domain/ledger/history/summary.ts';
import { checkShape } from '#src/domain/ledger/package/checkShape.ts';
import { newerThanRelease } from '#src/domain/ledger/package/writePackage.ts';
import { TRANSACTION_TYPES, transactionTypeOf } from '#src/domain/ledger/transactions/index.ts';
import type { TransactionType } from '#src/domain/ledger/core/transactionType.ts';
import { granted, issued, ledgerOf, noted, warranted } from './factories.ts';

const folder = join(import.meta.dirname, '../../../src/domain/ledger/transactions');
const samples: Record<FieldKind, unknown> = {
  text: 'x',
  number: '5',
  authorized: '5',
  money: { amount: '5', currency: 'USD' },
  date: '2022-03-01',
  boolean: true,
  integer: 1,
  texts: ['x'],
  ratio: { numerator: '2', denominator: '1' },
  object: {},
  list: [],
};
const references: Record<string, unknown> = {
  stakeholder_id: 'ada',
  stock_class_id: 'common',
  stock_plan_id: 'plan',
  issuer_id: 'lovelace',
  trigger_id: 'T',
  vesting_terms_id: 'terms',
  stock_legend_ids: ['legend'],
};
const isReference = (name: string) => /(^|_)security_ids?$/.test(name);

const sampleOf = ({ kind, words, of }: Field): unknown => {
  if (words) return words[0];
  return kind === 'object' && of ? sampleObject(of) : samples[kind];
};
const sampleObject = (shape: Shape): OcfObject =>
  Object.fromEntries(
    Object.entries(shape).flatMap(([name, field]) => (field.required ? [[name, sampleOf(field)]] : [])),
  );

/** Builds an entry with every field that its type requires. */
function entryOf({ type, shape }: TransactionType, extra: OcfObject = {}): OcfObject {
  const named = Object.fromEntries(Object.entries(references).filter(([name]) => shape[name]?.required));
  return { ...sampleObject(shape), ...named, object_type: type, id: 'e1', date: '2022-03-01', ...extra };
}
const kindsOf: Record<string, OcfObject> = {
  STOCK: issued('own', 'ada', '5'),
  EQUITY_COMPENSATION: granted('own', 'ada', '5'),
  WARRANT: warranted('own', 'ada', '5'),
  CONVERTIBLE: noted('own', 'ada', '5'),
};
const securityFor = ({ type }: TransactionType) =>
  Object.entries(kindsOf).find(([kind]) => type.startsWith(`TX_${kind}_`))?.[1] ?? kindsOf['EQUITY_COMPENSATION']!;

describe('the list of transaction types', () => {
  it('has every file of its folder that declares a type', () => {
    const index = readFileSync(join(folder, 'index.ts'), 'utf8');
    const declared = readdirSync(folder).filter((name) =>
      /: TransactionType\b/.test(readFileSync(join(folder, name), 'utf8').replaceAll(/^import .*$/gm, '')),
    );
    expect(declared.filter((name) => name !== 'index.ts' && !index.includes(`'./${name}'`))).toEqual([]);
  });
  it('has each type once', () => {
    const names = TRANSACTION_TYPES.map(({ type }) => type);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(transactionTypeOf(name)?.type).toBe(name);
  });
  it('knows the old names of grant transactions, and no old name of a later type', () => {
    expect(transactionTypeOf('TX_PLAN_SECURITY_ISSUANCE')?.type).toBe('TX_EQUITY_COMPENSATION_ISSUANCE');
    expect(transactionTypeOf('TX_PLAN_SECURITY_REPRICING')).toBeNull();
  });
  it('counts only by numbers that some type sets', () => {
    const set = new Set(TRANSACTION_TYPES.flatMap(({ sets }) => sets?.what ?? []));
    expect(TRANSACTION_TYPES.filter(({ countsBy }) => countsBy && !set.has(countsBy))).toEqual([]);
  });
});

describe.each(TRANSACTION_TYPES.map((type) => [type.type, type] as const))('%s', (name, type) => {
  it('requires the fields that its declaration and the ledger read', () => {
    const { takes, sets, shape } = type;
    const asked = ['id', 'object_type', 'date', ...(takes ? [takes] : []), ...(sets?.of ? [sets.of] : [])];
    expect(asked.filter((field) => !shape[field]?.required)).toEqual([]);
    expect(takes === undefined || shape['balance_security_id'] !== undefined).toBe(true);
    expect(checkShape(entryOf(type))).toEqual([]);
  });
  it('depends on every security that it names', () => {
    const unseen = Object.keys(type.shape)
      .filter(isReference)
      .filter((field) => {
        const entry = { object_type: name, id: 'e1', [field]: field.endsWith('s') ? ['own'] : 'own' };
        return firstDependent([issued('own', 'ada', '5')], [entry]) !== entry;
      });
    expect(unseen).toEqual([]);
  });
  it('takes effect without an error in its own fields', () => {
    const before = type.rank === 'issuance' ? [] : [securityFor(type)];
    const results = type.rank === 'issuance' ? { security_id: 'new', custom_id: 'new' } : {};
    const about = type.shape['security_id'] ? { security_id: 'own' } : {};
    const entry = entryOf(type, { ...about, ...results });
    const { effects, findings } = ledgerOf([...before, entry]);
    // Each type has its own tests for results and conditions. Here the type must be known and its references found.
    const unfound = [
      'unknown_object_type',
      'bad_date',
      'quantity_not_positive',
      'ratio_not_positive',
      'E1',
      'E4',
      'E20',
    ];
    expect(findings.filter(({ rule, object_id }) => object_id === 'e1' && unfound.includes(rule))).toEqual([]);
    const rows = Object.values(effects).flatMap((each) => each as { transaction_id?: string }[]);
    const isWithoutSources = type.rank === 'consolidation';
    expect(rows.some(({ transaction_id }) => transaction_id === 'e1')).toBe(!isWithoutSources);
  });
  it('keeps a status of service also where vesting reads it', () => {
    const entry = entryOf(type, type.shape['security_id'] ? { security_id: 'own' } : {});
    const { effects, state } = ledgerOf([...(type.rank === 'issuance' ? [] : [securityFor(type)]), entry]);
    const missing = effects.stakeholder_changes.filter(
      ({ stakeholder_id, effective_date, new_status }) =>
        new_status !== null &&
        !state.service
          .get(stakeholder_id)
          ?.some((each) => each.effective_date === effective_date && each.new_status === new_status),
    );
    expect(missing).toEqual([]);
  });
  it('has a summary line that shows no id', () => {
    const security = securityFor(type);
    const { state } = ledgerOf([{ ...security, custom_id: 'NO-1' }]);
    const fields = type.shape['security_ids'] ? { security_ids: ['own'] } : { security_id: 'own' };
    const line = summaryOf(entryOf(type, fields), state);
    expect(line).toMatch(/^[A-Z][a-z]+/);
    expect(line).not.toMatch(/TX_|CE_|e1|own|undefined|null/);
    expect(summaryOf({ object_type: name }, state)).toMatch(/^[A-Z][a-z]+/);
  });
  it('is marked where it is newer than the release of the format', () => {
    expect(newerThanRelease({ object_type: name })).toBe(type.isNewerThanRelease ? name : null);
  });
});
