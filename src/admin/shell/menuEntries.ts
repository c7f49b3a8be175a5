// What the menu has for a role. The other pages of an entry, its tabs, are known to SectionTabs.tsx.
import { say } from '#src/words/say.ts';
import { heads } from '#src/resources/heads/heads.ts';
import { can, isHolder } from '#src/resources/kit/access.ts';
import type { Role } from '#src/resources/kit/access.ts';
import { isListed } from '#src/resources/kit/recordState.ts';
import { menuGroups, sections } from '#src/resources/heads/menu.ts';
import type { MenuGroup, Section } from '#src/resources/heads/menu.ts';
import { isIconName } from '../kit/icons.tsx';
import type { IconName } from '../kit/icons.tsx';
import { dashboardPath, listPath, portfolioPath, settingsPath } from '../paths.ts';
import { capTablePath } from '../screens/shared/screenPaths.ts';

export interface Page {
  name: string;
  label: string;
  to: string;
}

export interface Entry extends Page {
  icon: IconName;
  section?: Section;
  /** The lists that it has; the first is where it leads. */
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

function entryOf(icon: string, pages: Page[], more: Partial<Entry> = {}): Entry {
  return { ...pages[0]!, icon: isIconName(icon) ? icon : 'documents', pages, ...more };
}

const dashboard = entryOf('dashboard', [page('dashboard', say`Dashboard`, dashboardPath)]);
/** For a shareholder, their own record and the company's table are beside it. */
export const portfolio = entryOf('portfolio', [page('portfolio', say`Portfolio`, portfolioPath)], {
  covers: ['shareholders', 'cap-table'],
});

/** Sections without a list. */
const lone: Partial<Record<Section, Page>> = {
  'cap-table': page('cap-table', say`Cap table`, capTablePath),
  settings: page('settings', say`Settings`, settingsPath()),
};
const covers: Partial<Record<Section, readonly string[]>> = { settings: ['settings'], records: ['export'] };

/** The lists of other securities that a shareholder may hold, which are tabs of the certificates. */
export const heldLists = heads.filter(({ menu, forHolders }) => menu === 'securities' && forHolders === 'list');

/** The menu of a role, in its order. A shareholder has the first group alone, with what they own after the dashboard. */
export function menuEntries(role: Role): Group[] {
  const visible = heads.filter((resource) => can({ role }, 'read', resource) && isListed(role, resource));
  const sectionOf = (section: Section): Entry[] => {
    const lists = visible.filter(({ menu }) => menu === section);
    const alone = lone[section];
    const pages = alone ? [alone] : lists.map(({ name, label }) => page(name, label, listPath(name)));
    const { label, icon } = sections[section];
    return pages.length > 0 ? [entryOf(icon, pages, { label, section, covers: covers[section] ?? [] })] : [];
  };
  const first = [
    dashboard,
    ...(isHolder(role) ? [portfolio] : []),
    ...visible.flatMap(({ name, label, icon, menu }, at) => {
      if (menu === 'first') {
        const held = isHolder(role) && name === 'certificates' ? heldLists.map((each) => each.name) : [];
        return [entryOf(icon, [page(name, label, listPath(name))], { covers: held })];
      }
      const isFirst = menu !== 'hidden' && visible.findIndex((each) => each.menu === menu) === at;
      return isFirst && sections[menu].group === 'first' ? sectionOf(menu) : [];
    }),
  ];
  const inGroup = (group: MenuGroup) =>
    (Object.keys(sections) as Section[]).filter((section) => sections[section].group === group).flatMap(sectionOf);
  return (Object.keys(menuGroups) as MenuGroup[])
    .filter((name) => !isHolder(role) || name === 'first')
    .map((name) => ({
      name,
      heading: menuGroups[name],
      entries: name === 'first' ? first : inGroup(name),
    }));
}

/** The entry under which the page at this address stands. Records stand under their list, and lists without an entry under another's. */
export function entryAt(groups: Group[], pathname: string): Entry | undefined {
  const name = /^\/app\/([^/]+)/.exec(pathname)?.[1] ?? '';
  const under = heads.find((each) => each.name === name)?.usedBy?.[0] ?? name;
  const isAt = ({ name: own, to }: Page) => own === under || pathname === to || pathname.startsWith(`${to}/`);
  return groups
    .flatMap((group) => group.entries)
    .find((entry) => entry.covers?.includes(name) || entry.pages.some(isAt));
}
