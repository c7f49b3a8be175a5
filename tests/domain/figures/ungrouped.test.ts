import { expect, it } from 'vitest';
import { ungrouped } from '#src/domain/figures/ungrouped.ts';

it.each([
  ['1,250,000.5', '1250000.5'],
  ['-1,000', '-1000'],
  ['12', '12'],
  ['1,50', '1,50'],
  ['1250000,500', '1250000,500'],
  ['1,2345', '1,2345'],
  ['1,000,00', '1,000,00'],
  ['a,123', 'a,123'],
])('%s is read as %s', (written, read) => expect(ungrouped(written)).toBe(read));
