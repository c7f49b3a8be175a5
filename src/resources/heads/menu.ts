// The menu: its groups in order, and the entries that have several pages, each a tab of its entry. A resource says with `menu`
// where it stands.
import { say } from '#src/words/say.ts';

/** With their headings. The first is the specification's eight entries, in the order of the registry. */
export const menuGroups = { first: null, equity: say`Equity`, company: say`Company` } as const;
export type MenuGroup = keyof typeof menuGroups;

/**
 * Their order is the menu's within a group; one of the first group stands where the first of its resources does. Tabs are the
 * resources in the order of the registry, then other screens.
 */
export const sections = {
  payments: { label: say`Payments`, icon: 'payments', group: 'first' },
  'cap-table': { label: say`Cap table`, icon: 'capTable', group: 'equity' },
  securities: { label: say`Securities`, icon: 'grants', group: 'equity' },
  'plans-and-classes': { label: say`Plans and classes`, icon: 'classes', group: 'equity' },
  scenarios: { label: say`Scenarios`, icon: 'scenarios', group: 'equity' },
  people: { label: say`People`, icon: 'members', group: 'company' },
  records: { label: say`Records`, icon: 'transactions', group: 'company' },
  settings: { label: say`Settings`, icon: 'settings', group: 'company' },
} as const satisfies Record<string, { label: string; icon: string; group: MenuGroup }>;
export type Section = keyof typeof sections;

/** `first`: an entry of its own under the specification's eight; `hidden`: none. */
export type MenuPlace = 'first' | Section | 'hidden';
