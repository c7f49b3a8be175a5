// The drawer's entries: the specification's eight in their order, a thin line, then the rest; a shareholder's is shorter.
import { useGetList } from 'react-admin';
import { NavLink } from 'react-router-dom';
import { resources } from '../../resources/index.ts';
import type { Role } from '../../resources/kit/access.ts';
import { can, isHolder } from '../../resources/kit/access.ts';
import type { Resource } from '../../resources/kit/defineResource.ts';
import { Icon, isIconName } from '../kit/icons.tsx';
import type { IconName } from '../kit/icons.tsx';
import { basename, dashboardPath, listPath, showPath } from '../kit/paths.ts';
import { isListed } from '../kit/recordRules.ts';
import { isStaff, membershipStatus, useMe, useOwnRecord, useRole } from '../session/useMe.ts';

interface Entry {
  to: string;
  label: string;
  icon: IconName;
  name: string;
}

export function menuEntries(role: Role): { first: Entry[]; more: Entry[] } {
  const visible = resources.filter((resource) => can({ role }, 'read', resource) && isListed(role, resource));
  const first = [
    { to: dashboardPath, label: 'Dashboard', icon: 'dashboard', name: 'dashboard' } satisfies Entry,
    ...visible.filter(({ menu }) => menu === 'first').map(entryOf),
  ];
  if (isHolder(role)) return { first, more: [] };
  const more: Entry[] = [
    { to: `${basename}/cap-table`, label: 'Cap table', icon: 'capTable', name: 'cap-table' },
    ...visible.filter(({ menu }) => menu === 'more').map(entryOf),
    { to: `${basename}/settings`, label: 'Settings', icon: 'settings', name: 'settings' },
  ];
  return { first, more };
}

function entryOf(resource: Resource): Entry {
  const icon = isIconName(resource.icon) ? resource.icon : 'documents';
  return { to: listPath(resource.name), label: resource.label, icon, name: resource.name };
}

/** What only some holders have: their entries are there once the company has given them one. */
function OwnEntries() {
  const record = useOwnRecord();
  const held = { grants: useHolds('grants'), convertibles: useHolds('convertibles'), warrants: useHolds('warrants') };
  const own = resources.filter(({ name }) => held[name as keyof typeof held]);
  const entries = [
    ...(record ? [{ ...owned, to: showPath('shareholders', record) }] : []),
    ...own.map((resource) => entryOf(resource)),
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
  const { first, more } = menuEntries(role);
  return (
    <div className="nav">
      {first.map((entry) => (
        <MenuItem key={entry.to} entry={entry} />
      ))}
      {isHolder(role) && <OwnEntries />}
      {more.length > 0 && <hr />}
      {more.map((entry) => (
        <MenuItem key={entry.to} entry={entry} />
      ))}
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

/** A plain count, and only where something waits. */
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
