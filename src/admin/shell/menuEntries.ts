// What the menu has for a role, and the pages of each entry, which are its tabs.
import { heads } from '#src/resources/heads/heads.ts';
import { administrators, can, editors, isHolder, readers } from '#src/resources/kit/access.ts';
import type { Role } from '#src/resources/kit/access.ts';
import { isListed } from '#src/resources/kit/recordState.ts';
import { menuGroups, sections } from '#src/resources/menu.ts';
import type { MenuGroup, Section } from '#src/resources/menu.ts';
import type { IconName } from '../kit/icons.tsx';
import { dashboardPath, listPath, portfolioPath, settingsPath } from '../kit/paths.ts';
import {
  capTablePath,
  exportPath,
  overTimePath,
  registersPath,
  statementsPath,
  unclaimedPath,
  yearlyTaxFormsPath,
} from '../screens/shared/screenPaths.ts';

export interface Page {
  name: string;
  label: string;
  to: string;
}

export interface Entry extends Page {
  icon: IconName;
  /** More than one are tabs. */
  pages: Page[];
  /** What else stands under it, by the first part of its address. */
  covers?: readonly string[];
}

export interface Group {
  name: MenuGroup;
  heading: string | null;
  entries: Entry[];
}

export const page = (name: string, label: string, to: string): Page => ({ name, label, to });

/** The pages of a section that are no resource's list, and who has them. */
const screens: Partial<Record<Section, { page: Page; for: readonly Role[] }[]>> = {
  payments: [
    { page: page('statements', 'Bank statements', statementsPath()), for: readers },
    { page: page('unclaimed', 'Unclaimed money', unclaimedPath), for: readers },
    { page: page('yearly-tax-forms', 'Tax forms', yearlyTaxFormsPath), for: editors },
  ],
  'cap-table': [
    { page: page('cap-table', 'Table', capTablePath), for: readers },
    { page: page('over-time', 'Over time', overTimePath), for: readers },
    { page: page('registers', 'Registers', registersPath), for: readers },
  ],
  records: [{ page: page('export', 'Export', exportPath), for: administrators }],
  settings: [
    { page: page('company', 'Company', settingsPath()), for: readers },
    { page: page('access', 'Shareholder access', settingsPath('access')), for: administrators },
    { page: page('payment-rules', 'Payments', settingsPath('payments')), for: administrators },
    { page: page('tax', 'Tax', settingsPath('tax')), for: administrators },
    {
      page: page('holder-notifications', 'Notifications to holders', settingsPath('notifications')),
      for: administrators,
    },
    { page: page('data', 'Data', settingsPath('data')), for: administrators },
  ],
};

const dashboard: Entry = entryOf('dashboard', [page('dashboard', 'Dashboard', dashboardPath)], 'Dashboard');
export const portfolio: Entry = entryOf('portfolio', [page('portfolio', 'Portfolio', portfolioPath)], 'Portfolio');

function entryOf(icon: string, pages: Page[], label = pages[0]!.label): Entry {
  return { ...pages[0]!, label, icon: icon as IconName, pages };
}

/** The lists of other securities that a shareholder may hold, which are tabs of the certificates. */
export const heldLists = heads.filter(({ menu, forHolders }) => menu === 'securities' && forHolders === 'list');

/** What a shareholder has as tabs of another entry (SectionTabs.tsx). */
const ownCovers: Record<string, readonly string[]> = {
  certificates: heldLists.map(({ name }) => name),
  portfolio: ['shareholders', 'cap-table'],
};

/** The menu of a role, in its order. A shareholder has the first group alone, with what they own after the dashboard. */
export function menuEntries(role: Role): Group[] {
  const visible = heads.filter((resource) => can({ role }, 'read', resource) && isListed(role, resource));
  const pagesOf = (section: Section): Page[] => [
    ...visible.filter(({ menu }) => menu === section).map(({ name, label }) => page(name, label, listPath(name))),
    ...(screens[section] ?? []).filter((each) => each.for.includes(role)).map((each) => each.page),
  ];
  const sectionOf = (section: Section): Entry[] => {
    const pages = pagesOf(section);
    return pages.length === 0 ? [] : [entryOf(sections[section].icon, pages, sections[section].label)];
  };
  const first = [
    dashboard,
    ...(isHolder(role) ? [portfolio] : []),
    ...visible.flatMap(({ name, label, icon, menu }, at) => {
      if (menu === 'first') return [entryOf(icon, [page(name, label, listPath(name))])];
      const isFirst = menu !== 'hidden' && visible.findIndex((each) => each.menu === menu) === at;
      return isFirst && sections[menu].group === 'first' ? sectionOf(menu) : [];
    }),
  ];
  const names = (Object.keys(menuGroups) as MenuGroup[]).filter((name) => !isHolder(role) || name === 'first');
  const inGroup = (group: MenuGroup) =>
    (Object.keys(sections) as Section[]).filter((section) => sections[section].group === group).flatMap(sectionOf);
  const covering = (entry: Entry) => ({ ...entry, ...(isHolder(role) && { covers: ownCovers[entry.name] ?? [] }) });
  return names.map((name) => ({
    name,
    heading: menuGroups[name],
    entries: name === 'first' ? first.map(covering) : inGroup(name),
  }));
}

/** The entry under which the page at this address stands. Records stand under their list, and lists without an entry under another's. */
export function entryAt(groups: Group[], pathname: string): Entry | undefined {
  const name = /^\/app\/([^/]+)/.exec(pathname)?.[1] ?? '';
  const under = heads.find((each) => each.name === name)?.usedBy?.[0] ?? name;
  const entries = groups.flatMap((group) => group.entries);
  const isUnder = ({ to }: Page) => pathname === to || pathname.startsWith(`${to}/`);
  return entries.find(
    ({ pages, covers }) => covers?.includes(name) || pages.some((each) => isUnder(each) || each.name === under),
  );
}
