// Examples name no currency, because the company's currency may differ.
import { expect, it } from 'vitest';
import { verbViews } from '#src/admin/verbViews.ts';
import { writerOf } from '#src/admin/kit/verbs/writer.ts';
import { resourceNamed, resources } from '#src/resources/index.ts';
import { verbNameOf, verbs } from '#src/resources/verbs/index.ts';
import { sampleRow } from '../samples.ts';

it.each(verbs.map((verb) => [verbNameOf(verb), verb] as const))(
  '%s labels its fields without naming a currency',
  (name, verb) => {
    const record = sampleRow(resourceNamed(verb.resource), { currency: 'EUR' });
    const asked = verbViews[name]?.fields?.(record, {}, writerOf(record)) ?? verb.fields;
    const words = Object.values(asked).flatMap(({ label = '', help = '', definition = '' }) => [
      label,
      help,
      definition,
    ]);
    expect(words.filter((text) => /[$€£¥]|dollar|\beuro/i.test(text))).toEqual([]);
  },
);

it.each(resources.map((resource) => [resource.name, resource] as const))(
  'the declaration of %s names no currency',
  (_name, { fields, about, empty = '' }) => {
    const words = Object.values(fields).flatMap(({ label = '', help = '', definition = '' }) => [
      label,
      help,
      definition,
    ]);
    expect([about, empty, ...words].filter((text) => /[$€£¥]|dollar|\beuro/i.test(text))).toEqual([]);
  },
);
