// What names and words say of people: how names are compared, who is a company, what somebody is to the company.

import { foldLetters } from '#src/domain/letters.ts';

/** Compared without case and with every blank as one. */
export const nameKey = (name: string): string => foldLetters(name.normalize('NFKC')).replace(/\s+/g, ' ').trim();

const ENTITY =
  /\b(?:llc|lp|llp|inc|incorporated|ltd|limited|corp|corporation|company|co|gmbh|ag|se|ab|as|a\/s|aps|oy|sas|sarl|sa|srl|spa|bv|nv|plc|kg|ug|fund|funds|ventures?|capital|partners|partnership|holdings?|trust|trustees?|foundation|stiftung|group|bank|invest(?:ments?)?|angels|syndicate|spv|equity|accelerator|associates|estate|nominees)\b/i;

/** What the file itself says, in words; null where it does not. */
export function statedTypeOf(kind: string): 'INDIVIDUAL' | 'INSTITUTION' | null {
  if (/institution|entity|company|corporat|fund|organi[sz]ation|legal person|juristisch/i.test(kind))
    return 'INSTITUTION';
  if (/individual|person|natural|natürlich/i.test(kind)) return 'INDIVIDUAL';
  return null;
}

export function stakeholderTypeOf(name: string, kind: string): 'INDIVIDUAL' | 'INSTITUTION' {
  const stated = statedTypeOf(kind);
  if (stated !== null) return stated;
  return isEntityName(name) ? 'INSTITUTION' : 'INDIVIDUAL';
}

/** Whether a name has the form or a word of a company or a fund. */
export const isEntityName = (name: string): boolean =>
  ENTITY.test(name.replace(/\b([A-Z])\.(?=[A-Z]\b)/g, '$1').replace(/\./g, ''));

const RELATIONSHIPS: readonly (readonly [RegExp, string])[] = [
  [/founder|gründer|fondateur|fundador|fondator|oprichter|grunder|grundare/i, 'FOUNDER'],
  [/board/i, 'BOARD_MEMBER'],
  [/advis/i, 'ADVISOR'],
  [/consult|contractor/i, 'CONSULTANT'],
  [/executive|officer|ceo|cto|cfo/i, 'EXECUTIVE'],
  [/\b(?:ex|former)[-_ ]employee|ehemalige\w* mitarbeit|ancien\w* salarié/i, 'EX_EMPLOYEE'],
  [/\bnon[-_ ]us[-_ ]employee|employee outside the us/i, 'NON_US_EMPLOYEE'],
  [/employee|staff|mitarbeit|salarié|emplead|dipendent|werknemer|ansatt|anställd|colaborador/i, 'EMPLOYEE'],
  [/invest|inverso|angel|\bvc\b|fund/i, 'INVESTOR'],
  [/^\s*other\s*$/i, 'OTHER'],
];

export const relationshipOf = (words: string): string | undefined =>
  RELATIONSHIPS.find(([pattern]) => pattern.test(words))?.[1];
