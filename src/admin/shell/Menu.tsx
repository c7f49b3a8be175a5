// The drawer's entries: the specification's eight in their order, then the rest in groups; a shareholder's is shorter.
import { useGetList } from 'react-admin';
import { NavLink } from 'react-router-dom';
import { heads } from '#src/resources/heads/heads.ts';
import type { ResourceHead } from '#src/resources/heads/heads.ts';
import type { Role } from '#src/resources/kit/access.ts';
import { can, editors, isHolder } from '#src/resources/kit/access.ts';
import { menuGroups } from '#src/resources/kit/menuGroups.ts';
import type { MenuGroup } from '#src/resources/kit/menuGroups.ts';
import { Icon, isIconName } from '../kit/icons.tsx';
import type { IconName } from '../kit/icons.tsx';
import { basename, dashboardPath, listPath, portfolioPath, showPath, yearlyTaxFormsPath } from '../kit/paths.ts';
import { isListed } from '#src/resources/kit/recordState.ts';
import { isStaff, membershipStatus, useMe, useOwnRecord, useRole } from '../session/useMe.ts';
import { useOrganization } from '../session/useOrganization.ts';
import styles from './Menu.module.css';

interface Entry {
  to: string;
  label: string;
  icon: IconName;
  name: string;
}

interface Group {
  name: MenuGroup;
  heading: string | null;
  entries: Entry[];
}

const capTable: Entry = { to: `${basename}/cap-table`, label: 'Cap table', icon: 'capTable', name: 'cap-table' };
const analytics: Entry = { to: `${basename}/analytics`, label: 'Analytics', icon: 'analytics', name: 'analytics' };

/** Screens that are not resources: the first and the last of their group. */
const opening: Partial<Record<MenuGroup, Entry[]>> = {
  first: [{ to: dashboardPath, label: 'Dashboard', icon: 'dashboard', name: 'dashboard' }],
  equity: [capTable, analytics],
};
const closing: Partial<Record<MenuGroup, Entry>> = {
  company: { to: `${basename}/settings`, label: 'Settings', icon: 'settings', name: 'settings' },
};

const yearlyTaxForms: Entry = {
  to: yearlyTaxFormsPath,
  label: 'Tax forms',
  icon: 'yearlyTaxForms',
  name: 'yearly-tax-forms',
};

const portfolio: Entry = { to: portfolioPath, label: 'Portfolio', icon: 'portfolio', name: 'portfolio' };

/** The groups in order; a shareholder has only the first, with what they own after the dashboard. */
export function menuEntries(role: Role): Group[] {
  const visible = heads.filter((resource) => can({ role }, 'read', resource) && isListed(role, resource));
  const names = (Object.keys(menuGroups) as MenuGroup[]).filter((name) => !isHolder(role) || name === 'first');
  return names.map((name) => {
    const declared = visible.filter(({ menu }) => menu === name).map(entryOf);
    const owned = name === 'first' && isHolder(role) ? portfolio : undefined;
    const last = name === 'records' && editors.includes(role) ? yearlyTaxForms : closing[name];
    const entries = [...(opening[name] ?? []), owned, ...declared, last].filter((entry) => entry !== undefined);
    return { name, heading: menuGroups[name], entries };
  });
}

function entryOf(resource: ResourceHead): Entry {
  const icon = isIconName(resource.icon) ? resource.icon : 'documents';
  return { to: listPath(resource.name), label: resource.label, icon, name: resource.name };
}

/** Resources that only some holders have: shown once the company has given them one. */
function OwnEntries() {
  const record = useOwnRecord();
  const { data: organization } = useOrganization();
  const held = { grants: useHolds('grants'), convertibles: useHolds('convertibles'), warrants: useHolds('warrants') };
  const own = heads.filter(({ name }) => held[name as keyof typeof held]);
  const entries = [
    ...(record ? [{ ...owned, to: showPath('shareholders', record) }] : []),
    ...own.map((resource) => entryOf(resource)),
    ...(organization?.cap_table_visibility === 'totals' || organization?.cap_table_visibility === 'full'
      ? [capTable, analytics]
      : []),
  ];
  if (entries.length === 0) return null;
  return (
    <>
      <hr />
      {entries.map((entry) => (
        <MenuItem key={entry.to} entry={entry} />
      ))}
    </>
  );
}

/** For somebody who works for this company and holds shares, here or in another. */
function PortfolioElsewhere() {
  const { memberships } = useMe();
  if (!memberships.some(({ status, shareholder_id }) => status === 'active' && shareholder_id)) return null;
  return (
    <>
      <hr />
      <MenuItem entry={portfolio} />
    </>
  );
}

function useHolds(resource: string): boolean {
  const { total = 0 } = useGetList(
    resource,
    { pagination: { page: 1, perPage: 1 }, sort: { field: 'id', order: 'ASC' }, filter: {} },
    { retry: false, onError: () => {} },
  );
  return total > 0;
}

const owned = { label: 'What you own', icon: 'shareholders', name: 'owned' } as const satisfies Omit<Entry, 'to'>;

export function Menu() {
  const role = useRole();
  return (
    <div className={styles.nav}>
      {menuEntries(role).map((group) => (
        <MenuGroupOf key={group.name} group={group} />
      ))}
      {isHolder(role) ? <OwnEntries /> : <PortfolioElsewhere />}
    </div>
  );
}

function MenuGroupOf({ group: { name, heading, entries } }: { group: Group }) {
  const items = entries.map((entry) => <MenuItem key={entry.to} entry={entry} />);
  if (heading === null) return items;
  const id = `menu-${name}`;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- of links; the element is for inputs.
    <div className={styles.group} role="group" aria-labelledby={id}>
      <p id={id}>{heading}</p>
      {items}
    </div>
  );
}

function MenuItem({ entry }: { entry: Entry }) {
  return (
    <NavLink to={entry.to}>
      <Icon name={entry.icon} />
      {entry.label}
      {entry.name === 'join-requests' && <Waiting />}
    </NavLink>
  );
}

/** A plain count, shown only if something is waiting. */
function Waiting() {
  const { user } = useMe();
  const { total = 0 } = useGetList(
    'join-requests',
    { filter: { status: 'pending' }, pagination: { page: 1, perPage: 1 } },
    { enabled: isStaff(user.role as Role) && membershipStatus(user) === 'active', retry: false, onError: () => {} },
  );
  if (total === 0) return null;
  return (
    <em>
      {total}
      <span className="vh"> waiting</span>
    </em>
  );
}
