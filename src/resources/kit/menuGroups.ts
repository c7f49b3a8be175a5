/** The parts of the menu, in their order, and the heading over each. The first is the specification's eight entries. */
export const menuGroups = { first: null, equity: 'Equity', company: 'Company', records: 'Records' } as const;

export type MenuGroup = keyof typeof menuGroups;
