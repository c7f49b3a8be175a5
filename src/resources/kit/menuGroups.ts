/** The groups of the menu, in order, with their headings. The first is the specification's eight entries. */
export const menuGroups = { first: null, equity: 'Equity', company: 'Company', records: 'Records' } as const;

export type MenuGroup = keyof typeof menuGroups;
