// Which vendor wrote the file, by its headings. The file's name and the names of its tabs say nothing.
import type { Source } from '../reading.ts';

/** All headings of one group must be there, in one table. */
const SIGNS: readonly (readonly [Source, readonly (readonly string[])[]])[] = [
  [
    'carta',
    [
      ['formatted security id', 'security id'],
      ['stakeholder id', 'fully diluted ownership'],
      ['stakeholder', 'fully diluted ownership', 'outstanding ownership'],
      ['optionholder', 'optionholder email', 'options granted', 'vesting commencement date'],
    ],
  ],
  [
    'ltse',
    [
      ['certificate name prefix'],
      ['institution name', 'fund name'],
      ['qualified financing threshold', 'converts to'],
      ['certificate name', 'shareholder name', 'stock class'],
    ],
  ],
  [
    'capdesk',
    [
      ['first name', 'seller email'],
      ['first name', 'registration number', 'investor category'],
      ['external id', 'security class', 'shares'],
      ['security plan', 'grant id'],
    ],
  ],
  [
    'cake',
    [
      ['optionholder name', 'auto-grant offer'],
      ['optionholder name', 'vest start date', 'exercise expire date'],
      ['allow trust', 'option type'],
    ],
  ],
  [
    'ledgy',
    [
      ['group', 'legal entity'],
      ['stakeholder', 'share class', 'share numbers'],
      ['stakeholder', 'instrument', 'nominal'],
    ],
  ],
  [
    'pulley',
    [
      ['stakeholder name', 'stakeholder type', 'relationship to company'],
      ['stakeholder name', 'stock certificate id'],
      ['stakeholder name', 'board approval date', 'federal exemption'],
    ],
  ],
];

/** In: the headings of each table, as they are compared. */
export function sourceOf(tables: readonly ReadonlySet<string>[]): Source {
  for (const [source, groups] of SIGNS)
    for (const group of groups)
      if (tables.some((headings) => group.every((heading) => headings.has(heading)))) return source;
  return 'generic';
}
