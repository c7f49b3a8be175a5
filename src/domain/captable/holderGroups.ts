// Holders by what they are to the company, as their record says today.
import { say } from '#src/words/say.ts';

export const holderGroups = ['founders', 'employees', 'investors', 'others', 'unknown'] as const;
export type HolderGroup = (typeof holderGroups)[number];

export const groupWords: Record<HolderGroup, string> = {
  founders: say`Founders`,
  employees: say`Employees and officers`,
  investors: say`Investors`,
  others: say`Others`,
  unknown: say`Holders without a relationship`,
};

const GROUP_OF: Record<string, HolderGroup | undefined> = {
  founder: 'founders',
  employee: 'employees',
  ex_employee: 'employees',
  non_us_employee: 'employees',
  officer: 'employees',
  executive: 'employees',
  investor: 'investors',
};

/** `relationship`: the word of the holder's record; unknown where none is said. */
export const groupOf = (relationship: string | null): HolderGroup =>
  relationship === null ? 'unknown' : (GROUP_OF[relationship] ?? 'others');
