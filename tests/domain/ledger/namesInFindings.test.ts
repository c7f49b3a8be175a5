// A finding names the certificate, the holder, the class or the plan. Readers do not know the ids of a package.
import { expect, it } from 'vitest';
import { mergedFindings } from '#src/domain/ledger/core/findingList.ts';
import { withNames } from '#src/domain/ledger/rules/namesInFindings.ts';
import { interpret } from '#src/domain/ledger/core/interpret.ts';
import { emptyState } from '#src/domain/ledger/core/state.ts';
import { addStaticObjects } from '#src/domain/ledger/core/staticObjects.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import { brokenCompany, FAULTS } from '#tests/support/companyFaults.ts';

const MARK = 'id0f-';

/** Returns the objects with a mark before every id of an object or a security. */
function marked(objects: readonly OcfObject[]): OcfObject[] {
  const isIssuance = (each: OcfObject) => String(each['object_type']).endsWith('_ISSUANCE');
  const ids = new Set(objects.flatMap((each) => (isIssuance(each) ? [each['id'], each['security_id']] : [each['id']])));
  const isId = (key: string) => key !== 'custom_id' && /(^|_)ids?$/.test(key);
  const walk = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) return value.map((each) => walk(each, key));
    if (typeof value === 'string') return isId(key) && ids.has(value) ? `${MARK}${value}` : value;
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, walk(each, name)]));
  };
  return objects.map((each) => walk(each, '') as OcfObject);
}

it.each(Object.keys(FAULTS).map((fault, seed) => [fault, seed] as const))(
  'a finding of “%s” shows no id of an existing object',
  (fault, seed) => {
    const company = brokenCompany(seed);
    expect(company.fault).toBe(fault);
    const all = marked([...company.statics, ...company.transactions]);
    const state = emptyState();
    const early = addStaticObjects(state, all.slice(0, company.statics.length));
    const { findings: later } = interpret(state, all.slice(company.statics.length));
    const findings = withNames(mergedFindings(early, later), all, state);
    expect(findings.map(({ rule }) => rule)).toContain(company.rule);
    expect(findings.map(({ message }) => message).filter((message) => message.includes(MARK))).toEqual([]);
  },
);
