// Every example of docs/modelling.md is answered as it says.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  antiDilutionBody,
  distributionBody,
  irrBody,
  roundBody,
  vestingBody,
  waterfallBody,
} from '#src/contract/model.ts';
import { antiDilutionFigures } from '#src/domain/model/antiDilution.ts';
import { distributionFigures } from '#src/domain/model/distributionCall.ts';
import { irrFigures } from '#src/domain/model/irrCall.ts';
import { roundFigures } from '#src/domain/model/roundCall.ts';
import { vestingFigures } from '#src/domain/model/vestingCall.ts';
import { waterfallFigures } from '#src/domain/model/waterfallCall.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/modelling.md'), 'utf8');
const examples = [...page.matchAll(/^([\w-]+) (\{.*\})\n→ (\{.*\})$/gm)].map(
  ([, call, body, answer]) => [call!, body!, answer!] as const,
);
const calls: Record<string, (body: unknown) => unknown> = {
  round: (body) => roundFigures(roundBody.parse(body)),
  waterfall: (body) => waterfallFigures(waterfallBody.parse(body)),
  vesting: (body) => vestingFigures(vestingBody.parse(body)),
  distribution: (body) => distributionFigures(distributionBody.parse(body)),
  'anti-dilution': (body) => antiDilutionFigures(antiDilutionBody.parse(body)),
  irr: (body) => irrFigures(irrBody.parse(body)),
};

it.each(examples)('%s %s', (call, body, answer) => {
  expect(calls[call]!(JSON.parse(body))).toMatchObject(JSON.parse(answer));
});

it('has an example of each call', () => {
  expect(new Set(examples.map(([call]) => call))).toEqual(new Set(Object.keys(calls)));
  expect(examples.length).toBeGreaterThan(12);
});
