// Under the head of a page that is one of several of its entry in the menu: the others, as tabs.
import { useEffect, useRef } from 'react';
import { useGetList } from 'react-admin';
import { Link, useLocation } from 'react-router-dom';
import { isHolder } from '#src/resources/kit/access.ts';
import { listPath, showPath } from '../kit/paths.ts';
import { capTablePath, overTimePath } from '../screens/shared/screenPaths.ts';
import { useOwnRecord, useRole } from '../session/useMe.ts';
import { useOrganization } from '../session/useOrganization.ts';
import { heldLists, menuEntries, page, portfolio } from './menuEntries.ts';
import type { Page } from './menuEntries.ts';
import { Waiting } from './Waiting.tsx';
import { you } from './youPages.ts';

const certificates = page('certificates', 'Certificates', listPath('certificates'));

export function SectionTabs() {
  const { pathname } = useLocation();
  const role = useRole();
  const isAt = (pages: Page[]) => pages.some(({ to }) => to === pathname);
  if (isAt(you)) return <Tabs label="You" pages={you} />;
  if (isHolder(role)) {
    const held = heldLists.map(({ name, label }) => page(name, label, listPath(name)));
    return isAt([certificates, ...held]) ? <HeldTabs pages={held} /> : <PortfolioTabs />;
  }
  const entry = menuEntries(role)
    .flatMap(({ entries }) => entries)
    .find(({ pages }) => isAt(pages));
  return entry && <Tabs label={entry.label} pages={entry.pages} />;
}

/** A shareholder's own record, and the cap table where the company shows more of it. */
function PortfolioTabs() {
  const record = useOwnRecord();
  const { pathname } = useLocation();
  const { data } = useOrganization();
  const isShown = data?.cap_table_visibility === 'totals' || data?.cap_table_visibility === 'full';
  const pages = [
    ...portfolio.pages,
    ...(record ? [page('owned', 'What you own', showPath('shareholders', record))] : []),
    ...(isShown ? [page('cap-table', 'Cap table', capTablePath), page('over-time', 'Over time', overTimePath)] : []),
  ];
  return pages.some(({ to }) => to === pathname) ? <Tabs label={portfolio.label} pages={pages} /> : null;
}

/** Kinds of securities that only some holders have: shown once the company has given them one. */
function HeldTabs({ pages }: { pages: Page[] }) {
  const { pathname } = useLocation();
  const held = pages.map((each) => ({ each, isHeld: useHolds(each.name) }));
  const shown = held.filter(({ each, isHeld }) => isHeld || each.to === pathname).map(({ each }) => each);
  return <Tabs label={certificates.label} pages={[certificates, ...shown]} />;
}

function useHolds(resource: string): boolean {
  const { total = 0 } = useGetList(
    resource,
    { pagination: { page: 1, perPage: 1 }, sort: { field: 'id', order: 'ASC' }, filter: {} },
    { retry: false, onError: () => {} },
  );
  return total > 0;
}

function Tabs({ label, pages }: { label: string; pages: Page[] }) {
  const { pathname } = useLocation();
  const current = useRef<HTMLAnchorElement>(null);
  // On a phone the tabs are wider than the screen.
  useEffect(() => current.current?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' }), [pathname]);
  if (pages.length < 2) return null;
  return (
    <nav className="tabs" aria-label={label}>
      {pages.map(({ name, label: words, to }) => {
        const isCurrent = to === pathname;
        return (
          <Link key={to} to={to} ref={isCurrent ? current : null} aria-current={isCurrent ? 'page' : undefined}>
            {words}
            <Waiting of={name} />
          </Link>
        );
      })}
    </nav>
  );
}
