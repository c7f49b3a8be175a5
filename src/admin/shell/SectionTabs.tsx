// Under the head of a page that is one of several of its entry in the menu: the others, as tabs.
import { say } from '#src/words/say.ts';
import { useEffect, useRef } from 'react';
import { useGetList } from 'react-admin';
import { Link, useLocation } from 'react-router-dom';
import { administrators, editors, isHolder, readers } from '#src/resources/kit/access.ts';
import type { Role } from '#src/resources/kit/access.ts';
import type { Section } from '#src/resources/heads/menu.ts';
import { listPath, settingsPath, showPath } from '../paths.ts';
import {
  capTablePath,
  exportPath,
  overTimePath,
  registersPath,
  statementsPath,
  unclaimedPath,
  yearlyTaxFormsPath,
} from '../screens/shared/screenPaths.ts';
import { useOwnRecord, useRole } from '../session/useMe.ts';
import { useOrganization } from '../session/useOrganization.ts';
import { entryAt, heldLists, menuEntries, page, portfolio } from './menuEntries.ts';
import type { Entry, Page } from './menuEntries.ts';
import { Waiting } from './Waiting.tsx';
import { you } from './youPages.ts';

/** The pages of a section that are no list, and who has them. They come after its lists, or are all that it has. */
const screens: Partial<Record<Section, readonly (readonly [Page, readonly Role[]])[]>> = {
  payments: [
    [page('statements', say`Bank statements`, statementsPath()), readers],
    [page('unclaimed', say`Unclaimed money`, unclaimedPath), readers],
    [page('yearly-tax-forms', say`Tax forms`, yearlyTaxFormsPath), editors],
  ],
  'cap-table': [
    [page('table', say`Table`, capTablePath), readers],
    [page('over-time', say`Over time`, overTimePath), readers],
    [page('registers', say`Registers`, registersPath), readers],
  ],
  records: [[page('export', say`Export`, exportPath), administrators]],
  settings: [
    [page('company', say`Company`, settingsPath()), readers],
    [page('access', say`Shareholder access`, settingsPath('access')), administrators],
    [page('payment-rules', say`Payments`, settingsPath('payments')), administrators],
    [page('tax', say`Tax`, settingsPath('tax')), administrators],
    [page('holder-notifications', say`Notifications to holders`, settingsPath('notifications')), administrators],
    [page('data', say`Data`, settingsPath('data')), administrators],
  ],
};

function tabsOf({ section, pages }: Entry, role: Role): Page[] {
  const more = (section ? (screens[section] ?? []) : []).filter(([, roles]) => roles.includes(role));
  const lists = pages.filter(({ to }) => !more.some(([each]) => each.to === to));
  return [...lists, ...more.map(([each]) => each)];
}

const certificates = page('certificates', say`Certificates`, listPath('certificates'));

export default function SectionTabs() {
  const { pathname } = useLocation();
  const role = useRole();
  const isAt = (pages: Page[]) => pages.some(({ to }) => to === pathname);
  if (isAt(you)) return <Tabs label={say`You`} pages={you} />;
  if (isHolder(role)) {
    const held = heldLists.map(({ name, label }) => page(name, label, listPath(name)));
    return isAt([certificates, ...held]) ? <HeldTabs pages={held} /> : <PortfolioTabs />;
  }
  const entry = entryAt(menuEntries(role), pathname);
  const tabs = entry ? tabsOf(entry, role) : [];
  return entry && isAt(tabs) ? <Tabs label={entry.label} pages={tabs} /> : null;
}

/** A shareholder's own record, and the cap table where the company shows more of it. */
function PortfolioTabs() {
  const record = useOwnRecord();
  const { pathname } = useLocation();
  const { data } = useOrganization();
  const isShown = data?.cap_table_visibility === 'totals' || data?.cap_table_visibility === 'full';
  const pages = [
    ...portfolio.pages,
    ...(record ? [page('owned', say`What you own`, showPath('shareholders', record))] : []),
    ...(isShown
      ? [page('cap-table', say`Cap table`, capTablePath), page('over-time', say`Over time`, overTimePath)]
      : []),
  ];
  return pages.some(({ to }) => to === pathname) ? <Tabs label={portfolio.label} pages={pages} /> : null;
}

/** Kinds of securities that only some holders have: shown once the company has given them one. */
function HeldTabs({ pages }: { pages: Page[] }) {
  const { pathname } = useLocation();
  const [grants, convertibles, warrants] = [useHolds('grants'), useHolds('convertibles'), useHolds('warrants')];
  const held: Readonly<Record<string, boolean>> = { grants, convertibles, warrants };
  const shown = pages.filter(({ name, to }) => held[name] || to === pathname);
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
  // On a phone the tabs are wider than the screen. Only then, because in Chromium it also moves where the first Tab begins.
  useEffect(() => {
    if (current.current && current.current.getBoundingClientRect().right > innerWidth)
      current.current.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [pathname]);
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
