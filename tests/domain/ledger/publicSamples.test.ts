import { describe, expect, it } from 'vitest';
import { checkShape } from '#src/domain/ledger/package/checkShape.ts';
import { isSameJson, parseExactly } from '#src/domain/ledger/core/exactJson.ts';
import { interpret } from '#src/domain/ledger/core/interpret.ts';
import { stateOf, transactionsOf } from '#src/domain/ledger/package/readPackage.ts';
import { isStaticType, staticShapes } from '#src/domain/ledger/package/staticShapes.ts';
import { transactionTypeOf } from '#src/domain/ledger/transactions/index.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import { hasShared, readFiles, sharedJson, sharedPackage } from '../sharedMaterial.ts';
import { rulesOf, tableOf } from './factories.ts';

const QUICKSTART = 'ocf/docs/tutorials/quickstart/samples';
describe.skipIf(!hasShared(QUICKSTART))('the public quickstart package', () => {
  const read = () => readFiles(sharedPackage(QUICKSTART));
  it('gives Jim Jangles his 5,000 Preferred Shares', () => {
    const reading = read();
    const { state } = stateOf(reading);
    const ledger = interpret(state, transactionsOf(reading));
    expect(ledger.findings).toEqual([]);
    expect(tableOf(ledger, '2022-01-01')).toMatchObject({
      classes: [{ name: 'Preferred Shares', authorized: '100000', outstanding: '5000', percent: '100.0000' }],
      rows: [{ name: 'Jim Jangles', total: '5000', percent: '100.0000' }],
      total: '5000',
    });
  });
  it('names its faults: a wrong file name, version, field and four hashes', () => {
    const { findings } = read();
    expect(rulesOf(findings)).toEqual([
      'W5 Stakeholders.ocf.json',
      'W5 StockClasses.ocf.json',
      'W5 StockLegends.ocf.json',
      'W5 Transactions.ocf.json',
      'file_stood_in ./Stakeholders.json',
      'unknown_field 07450528-10c4-4f38-855b-defe92563546',
      'unknown_version Manifest.ocf.json',
    ]);
    expect(findings.every((finding) => finding.severity === 'warning')).toBe(true);
  });
});

const SAMPLES = 'ocf/samples';
describe.skipIf(!hasShared(SAMPLES))('the public samples of every object', () => {
  const read = () => readFiles(sharedPackage(SAMPLES));
  it('have no fault in the form of their fields', () => {
    const reading = read();
    for (const { object } of reading.objects) expect(checkShape(object)).toEqual([]);
    expect(new Set(reading.findings.map((finding) => finding.rule))).toEqual(new Set(['W5', 'unlisted_file']));
  });
  it('are all kept, with equal JSON values after writing and reading them', () => {
    const files = sharedPackage(SAMPLES);
    const reading = readFiles(files);
    const kept = new Map<string, OcfObject[]>();
    for (const { object, path } of reading.objects) kept.set(path, [...(kept.get(path) ?? []), object]);
    for (const [path, objects] of kept) {
      const original = JSON.parse(Buffer.from(files.find((file) => file.path === path)?.bytes ?? []).toString()) as {
        items?: unknown[];
        issuer?: unknown;
      };
      const again = parseExactly(JSON.stringify(objects)) as unknown[];
      expect(isSameJson(again, original.items ?? [original.issuer])).toBe(true);
      expect(JSON.parse(JSON.stringify(objects))).toEqual(original.items ?? [original.issuer]);
    }
    expect(transactionsOf(reading)).toHaveLength(86);
  });
  it('are all interpreted, and their dangling references reported, without losing a transaction', () => {
    const reading = read();
    const ledger = interpret(stateOf(reading).state, transactionsOf(reading));
    expect(ledger.ordered).toHaveLength(86);
    expect(ledger.findings.some((finding) => finding.rule === 'unknown_object_type')).toBe(false);
    expect(ledger.findings.filter((finding) => finding.rule === 'E2').length).toBeGreaterThan(0);
  });
});

type Schema = { properties?: Record<string, unknown>; required?: string[]; allOf?: { $ref: string }[] };
const SCHEMAS = ['ocf/schema-1.2.0/schema', 'ocf/schema-main/schema'];
describe.skipIf(!SCHEMAS.every(hasShared))('our own shapes of OCF objects', () => {
  it.each(SCHEMAS)('know every object type of %s', (folder) => {
    const { enum: types } = sharedJson(`${folder}/enums/ObjectType.schema.json`) as { enum: string[] };
    const known = (type: string) => transactionTypeOf(type) !== null || isStaticType(type);
    expect(types.filter((type) => !known(type))).toEqual([]);
  });
  it.each([
    ['TX_STOCK_ISSUANCE', 'transactions/issuance/StockIssuance'],
    ['TX_STOCK_TRANSFER', 'transactions/transfer/StockTransfer'],
    ['TX_STOCK_CONSOLIDATION', 'transactions/consolidation/StockConsolidation'],
    ['TX_EQUITY_COMPENSATION_ISSUANCE', 'transactions/issuance/EquityCompensationIssuance'],
    ['TX_EQUITY_COMPENSATION_RELEASE', 'transactions/release/EquityCompensationRelease'],
    ['TX_WARRANT_ISSUANCE', 'transactions/issuance/WarrantIssuance'],
    ['TX_CONVERTIBLE_CONVERSION', 'transactions/conversion/ConvertibleConversion'],
    ['TX_STOCK_PLAN_RETURN_TO_POOL', 'transactions/return_to_pool/StockPlanReturnToPool'],
    ['STOCK_CLASS', 'StockClass'],
    ['STAKEHOLDER', 'Stakeholder'],
    ['ISSUER', 'Issuer'],
    ['VESTING_TERMS', 'VestingTerms'],
  ])('have the fields of %s', (type, path) => {
    const schema = sharedJson(`ocf/schema-main/schema/objects/${path}.schema.json`) as Schema;
    const shape = (isStaticType(type) ? staticShapes[type] : transactionTypeOf(type)?.shape) ?? {};
    expect(Object.keys(shape).sort()).toEqual(Object.keys(schema.properties ?? {}).sort());
    for (const name of schema.required ?? []) expect(shape[name]?.required).toBe(true);
  });
});
