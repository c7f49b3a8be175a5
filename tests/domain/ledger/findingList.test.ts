import { describe, expect, it } from 'vitest';
import { countOf, findingList, mergedFindings } from '#src/domain/ledger/core/findingList.ts';
import type { Finding } from '#src/domain/ledger/core/types.ts';

const finding = (rule: string, n: number): Finding => ({
  rule,
  severity: 'error',
  object_type: 'STAKEHOLDER',
  object_id: String(n),
  message: `The ${n}th.`,
});
const many = (rule: string, count: number) => Array.from({ length: count }, (_, n) => finding(rule, n));

describe('a rule broken more than a thousand times', () => {
  it('lists its first thousand findings and how many more there are', () => {
    const all = mergedFindings([...many('E1', 13_345), finding('E2', 1)]);
    expect(all).toHaveLength(1002);
    expect(all.at(-1)).toMatchObject({ rule: 'E1', message: 'And 12,345 more like these.', times: 12_345 });
    expect(countOf(all)).toBe(13_346);
  });
  it('keeps its count when lists are merged', () => {
    const list = findingList();
    for (const each of many('E1', 1500)) list.push(each);
    const all = mergedFindings(list.all(), many('E1', 10));
    expect(all).toHaveLength(1001);
    expect(countOf(all)).toBe(1510);
  });
  it('is listed in full where the list has no limit', () => {
    const list = findingList(Infinity);
    for (const each of many('E1', 1500)) list.push(each);
    expect(list.all()).toHaveLength(1500);
  });
});
