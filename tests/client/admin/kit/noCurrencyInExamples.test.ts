// Examples name no currency: the company's own may be another.
import { expect, it } from 'vitest';
import { verbSpecs } from '../../../../src/admin/kit/verbs/index.ts';
import { resources } from '../../../../src/resources/index.ts';
import { sampleRow } from '../samples.ts';

const verbs = resources.flatMap((resource) =>
  Object.keys(resource.actions ?? {}).map((verb) => [`${resource.name}.${verb}`, resource] as const),
);

it.each(verbs)('%s asks in words that fit any currency', (name, resource) => {
  const { fields, defaults } = verbSpecs[name]!;
  const record = sampleRow(resource, { currency: 'EUR' });
  const asked = typeof fields === 'function' ? fields(record, defaults?.(record) ?? {}) : fields;
  const words = Object.values(asked).flatMap(({ label = '', help = '', definition = '' }) => [label, help, definition]);
  expect(words.filter((text) => /[$€£¥]|dollar|\beuro/i.test(text))).toEqual([]);
});

it.each(resources.map((resource) => [resource.name, resource] as const))(
  'the declaration of %s explains itself in words that fit any currency',
  (_name, { fields, about, empty }) => {
    const words = Object.values(fields).flatMap(({ label = '', help = '', definition = '' }) => [
      label,
      help,
      definition,
    ]);
    expect([about, empty, ...words].filter((text) => /[$€£¥]|dollar|\beuro/i.test(text))).toEqual([]);
  },
);
