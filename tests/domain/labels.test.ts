// The label of an input is made of words that readers know, never of an internal name.
import { describe, expect, it } from 'vitest';
import { resources } from '#src/resources/index.ts';
import { labelOf } from '#src/resources/kit/defineResource.ts';

const internalName = /\bids?\b|_|\.\w/;

describe('field labels', () => {
  it.each(resources.map((resource) => [resource.name, resource] as const))(
    'of %s contain no internal name',
    (_name, resource) => {
      const labels = Object.keys(resource.fields).map((name) => labelOf(resource, name));
      expect(labels.filter((label) => label !== 'Id' && internalName.test(label))).toEqual([]);
    },
  );
  it.each([
    ['share_class_ids', 'Share classes'],
    ['shareholder_ids', 'Shareholders'],
    ['certificate_ids', 'Certificates'],
    ['equity_plan_id', 'Equity plan'],
    ['terms.discount', 'Terms discount'],
  ])('turn the undeclared field %s into %s', (name, label) => {
    expect(labelOf({ fields: {} }, name)).toBe(label);
  });
});
