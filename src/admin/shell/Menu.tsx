// The drawer's entries: the specification's eight in their order, then the rest in two groups that fold.
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { isHolder } from '#src/resources/kit/access.ts';
import { Icon } from '../kit/icons.tsx';
import { useMe, useRole } from '../session/useMe.ts';
import { entryAt, menuEntries, portfolio } from './menuEntries.ts';
import type { Entry, Group } from './menuEntries.ts';
import styles from './Menu.module.css';
import { Waiting } from './Waiting.tsx';

export function Menu() {
  const role = useRole();
  const { pathname } = useLocation();
  const groups = menuEntries(role);
  const current = entryAt(groups, pathname);
  return (
    <div className={styles.nav}>
      {groups.map((group) => (
        <MenuGroupOf key={group.name} group={group} current={current} />
      ))}
      {!isHolder(role) && <PortfolioElsewhere current={current} />}
    </div>
  );
}

/** For somebody who works for this company and holds shares, here or in another. */
function PortfolioElsewhere({ current }: { current: Entry | undefined }) {
  const { memberships } = useMe();
  const { pathname } = useLocation();
  if (!memberships.some(({ status, shareholder_id }) => status === 'active' && shareholder_id)) return null;
  return (
    <>
      <hr />
      <MenuItem entry={portfolio} isCurrent={!current && pathname === portfolio.to} />
    </>
  );
}

/** The names of the groups that this browser's reader has folded. */
const FOLDED = 'folded_menu_groups';
const foldedGroups = () => (localStorage.getItem(FOLDED) ?? '').split(' ').filter(Boolean);

function MenuGroupOf({ group: { name, heading, entries }, current }: { group: Group; current: Entry | undefined }) {
  const [isFolded, setFolded] = useState(() => foldedGroups().includes(name));
  // A folded group still shows where one is.
  const shown = isFolded && heading !== null ? entries.filter((entry) => entry === current) : entries;
  const items = shown.map((entry) => <MenuItem key={entry.to} entry={entry} isCurrent={entry === current} />);
  if (heading === null) return items;
  const id = `menu-${name}`;
  const fold = () => {
    const others = foldedGroups().filter((each) => each !== name);
    localStorage.setItem(FOLDED, [...others, ...(isFolded ? [] : [name])].join(' '));
    setFolded(!isFolded);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- of links; the element is for inputs.
    <div className={styles.group} role="group" aria-labelledby={id}>
      <button type="button" id={id} aria-expanded={!isFolded} onClick={fold}>
        {heading}
        <Icon name={isFolded ? 'right' : 'down'} small />
      </button>
      {items}
    </div>
  );
}

/** The height of an entry, in pixels. */
const ROW = 44;

function MenuItem({ entry, isCurrent }: { entry: Entry; isCurrent: boolean }) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    // Only where it is out of sight: in Chromium it also moves where the first Tab of the page begins.
    if (isCurrent && link.current!.offsetTop > innerHeight - ROW) link.current!.scrollIntoView();
  }, [isCurrent]);
  return (
    <Link to={entry.to} ref={link} aria-current={isCurrent ? 'page' : undefined}>
      <Icon name={entry.icon} />
      {entry.label}
      {entry.pages.map(({ name }) => (
        <Waiting key={name} of={name} />
      ))}
    </Link>
  );
}
