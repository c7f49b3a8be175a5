// The parts of a withholding rule in words.
import { countryName } from '#src/domain/countries.ts';
import type { WithholdingRule } from '#src/domain/distribution/withholding.ts';
import { distributions } from '#src/resources/distributions.ts';
import { wordOf } from '#src/resources/kit/defineResource.ts';

export const HOLDERS = { '*': 'All', individual: 'People', entity: 'Entities' } as const;
export const FORMS = { '*': 'Any', missing: 'Missing', treaty: 'Claims the treaty' } as const;

export const countryOf = ({ country }: WithholdingRule): string => (country === '*' ? 'Any' : countryName(country));

export const distributionsOf = ({ distribution_type: type }: WithholdingRule): string =>
  type === '*' ? 'All' : wordOf(distributions.fields.type, type);
