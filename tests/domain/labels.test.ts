// What an input is called is a word of the reader's, never a name of ours.
import { describe, expect, it } from 'vitest';
import { resources } from '../../src/resources/index.ts';
import { labelOf } from '../../src/resources/kit/defineResource.ts';

const ours = /\bids?\b|_|\.\w/;

describe('the label of a field', () => {
  it.each(resources.map((resource) => [resource.name, resource] as const))('of %s is in words', (_name, resource) => {
    const labels = Object.keys(resource.fields).map((name) => labelOf(resource, name));
    expect(labels.filter((label) => label !== 'Id' && ours.test(label))).toEqual([]);
  });
  it.each([
    ['share_class_ids', 'Share classes'],
    ['shareholder_ids', 'Shareholders'],
    ['certificate_ids', 'Certificates'],
    ['equity_plan_id', 'Equity plan'],
    ['terms.discount', 'Terms discount'],
  ])('of %s, which no resource declares, is %s', (name, label) => {
    expect(labelOf({ fields: {} }, name)).toBe(label);
  });
});
