// The vesting terms of our own grants: they are readable, valid by the OCF schema, and vest as their description says.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import type { ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { standardTerms, START_CONDITION_ID, START_DAY, DAYS_OF_MONTH } from '#src/domain/vesting/standardTerms.ts';
import { addDays, addMonths } from '#src/domain/dates.ts';
import { ALLOCATION_TYPES } from '#src/domain/keywords.ts';
import { hasShared } from '../sharedMaterial.ts';
import { fact, grantOf, rowsOf, vestedOn } from './vestingFactories.ts';

const terms = (months: number, cliff_months: number, day_of_month = START_DAY) =>
  standardTerms({ id: 'v-1', months, cliff_months, allocation_type: 'CUMULATIVE_ROUNDING', day_of_month });
const start = [fact('START', '2025-01-31', { on: START_CONDITION_ID })];

describe('standard terms', () => {
  it.each([
    [48, 12, '4 years, 1-year cliff'],
    [36, 0, '3 years, monthly'],
    [18, 6, '18 months, 6-month cliff'],
    [12, 12, 'All after 1 year'],
  ])('are named in words: %i months, cliff %i', (months, cliff, name) => {
    expect(terms(months, cliff)['name']).toBe(name);
  });

  it('describe which part vests when', () => {
    expect(terms(48, 12)['description']).toBe(
      '12/48 vests 1 year after the vesting start and 1/48 each month after that, until all of it has vested 4 years after the vesting start.',
    );
    expect(terms(12, 12)['description']).toBe('All of it vests 1 year after the vesting start.');
  });

  it('vest nothing before the cliff, then one tranche a month, and in full at the end', () => {
    for (const [months, cliff] of [
      [48, 12],
      [36, 0],
      [12, 12],
      [1, 0],
      [1, 1],
    ] as const) {
      const grant = grantOf('1001', terms(months, cliff), start);
      const rows = rowsOf(grant);
      expect(rows).toHaveLength(cliff === 0 ? months : months - cliff + 1);
      const first = addMonths('2025-01-31', cliff || 1);
      expect([rows[0]![0], vestedOn(grant, addDays(first, -1))]).toEqual([first, '0']);
      expect(vestedOn(grant, '2099-12-31')).toBe('1001');
    }
  });

  it('vest on the chosen day of the month', () => {
    expect(rowsOf(grantOf('30', terms(3, 0, '01'), start)).map(([date]) => date)).toEqual([
      '2025-02-01',
      '2025-03-01',
      '2025-04-01',
    ]);
    expect(rowsOf(grantOf('30', terms(3, 0, '30_OR_LAST_DAY_OF_MONTH'), start)).map(([date]) => date)).toEqual([
      '2025-02-28',
      '2025-03-30',
      '2025-04-30',
    ]);
  });

  it.each([
    [0, 0],
    [12, 13],
    [12, -1],
    [1.5, 0],
  ])('refuse %s months with a cliff of %s', (months, cliff) => {
    expect(() => terms(months, cliff)).toThrow(RangeError);
  });
});

function officialValidator(): ValidateFunction {
  const folder = fileURLToPath(new URL('../../../../shared/ocf/schema-1.2.0/schema', import.meta.url));
  const ajv = new Ajv({ strict: false, allErrors: true });
  (addFormats as unknown as (target: Ajv) => void)(ajv);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (name.endsWith('.schema.json')) ajv.addSchema(JSON.parse(readFileSync(join(folder, name), 'utf8')) as object);
  }
  return ajv.getSchema('https://schema.opencaptablecoalition.com/v/1.2.0/objects/VestingTerms.schema.json')!;
}

describe.skipIf(!hasShared('ocf/schema-1.2.0/schema'))('standard terms by the schema of 1.2.0', () => {
  it.each(ALLOCATION_TYPES)('are valid: %s', (allocation_type) => {
    const validate = officialValidator();
    for (const day_of_month of DAYS_OF_MONTH) {
      for (const [months, cliff_months] of [
        [48, 12],
        [36, 0],
        [12, 12],
      ] as const) {
        validate(standardTerms({ id: 'v-1', months, cliff_months, allocation_type, day_of_month }));
        expect(validate.errors).toBeNull();
      }
    }
  });
});
