// The parts of a withholding rule in words.
import { say } from '#src/words/say.ts';
import { countryName } from '#src/domain/countries.ts';
import type { WithholdingRule } from '#src/domain/distribution/withholding.ts';
import { distributions } from '#src/resources/distributions.ts';
import { wordOf } from '#src/resources/kit/defineResource.ts';

export const HOLDERS = { '*': say`All`, individual: say`People`, entity: say`Entities` } as const;
export const FORMS = { '*': say`Any`, missing: say`Missing`, treaty: say`Claims the treaty` } as const;

export const countryOf = ({ country }: WithholdingRule): string => (country === '*' ? say`Any` : countryName(country));

export const distributionsOf = ({ distribution_type: type }: WithholdingRule): string =>
  type === '*' ? say`All` : wordOf(distributions.fields.type, type);
