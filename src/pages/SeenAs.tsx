// "See as this holder": the portal itself, under a band that says whose eyes these are. Its answers were read under the holder's
// own rules; nothing here can be changed.
import { say } from '../words/say.ts';
import { sayAround } from '../words/sayAround.ts';
import { manyOf } from '#src/resources/kit/defineResource.ts';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { DataProviderContext } from 'react-admin';
import { useMemo, useState } from 'react';
import type { MouseEvent, ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { Preview } from '../contract/preview.ts';
import { ByHolder } from '../admin/screens/capTable/CapTableByHolder.tsx';
import { OwnTable } from '../admin/screens/capTable/CapTableOwn.tsx';
import { TotalsTable } from '../admin/screens/capTable/CapTableTotals.tsx';
import { hasTotals, isWhole } from '../admin/screens/capTable/capTableAnswer.ts';
import type { CapTable } from '../admin/screens/capTable/capTableAnswer.ts';
import Portfolio from '../admin/screens/portfolio/Portfolio.tsx';
import { Icon } from '../admin/kit/icons.tsx';
import { RecordRows } from '../admin/kit/list/RelatedTable.tsx';
import { PageHead } from '../admin/kit/parts/PageHead.tsx';
import { Absent, Blank, Denied, Failed, Loading } from '../admin/kit/parts/states.tsx';
import { showPath } from '../admin/paths.ts';
import { isStaff, MeContext, useMe, useRole } from '../admin/session/useMe.ts';
import type { Me } from '../admin/session/useMe.ts';
import { useConsoleData, useRead } from '../admin/session/useRead.ts';
import type { ConsoleDataProvider } from '../dataProvider.ts';
import { HttpError } from '../httpClient.ts';
import { leastRole } from '../resources/kit/access.ts';
import { resourceNamed } from '../resources/index.ts';
import Dashboard from './Dashboard.tsx';
import styles from './seenAs.module.css';

interface Holder {
  id: string;
  name: string;
}

const lists = ['certificates', 'distributions', 'payments', 'documents'] as const;
const pages = ['dashboard', 'portfolio', ...lists, 'cap-table'] as const;
type Page = (typeof pages)[number];

const labels: Record<Page, string> = {
  dashboard: say`Dashboard`,
  portfolio: say`Portfolio`,
  ...(Object.fromEntries(lists.map((name) => [name, resourceNamed(name).label])) as Record<
    (typeof lists)[number],
    string
  >),
  'cap-table': say`Cap table`,
};

export default function SeenAs() {
  const { id = '' } = useParams();
  const role = useRole();
  const path = isStaff(role) ? `/api/shareholders/${encodeURIComponent(id)}` : null;
  const holder = useRead<Holder>(path);
  const { data, error, refetch } = usePreview(path && `${path}/preview`);
  if (!path) return <Denied what={say`the portal as a shareholder sees it`} />;
  const failure = error ?? holder.error;
  if (failure instanceof HttpError && failure.status === 404) return <Absent />;
  if (failure) {
    return (
      <div className="card">
        <Failed what={say`The portal`} error={failure} retry={() => void Promise.all([holder.refetch(), refetch()])} />
      </div>
    );
  }
  if (!data || !holder.data) return <Loading />;
  return <Seen holder={holder.data} preview={data} />;
}

/** Read once when the page is opened: each reading is noted. */
function usePreview(path: string | null) {
  const data = useConsoleData();
  return useQuery({
    queryKey: ['preview', path],
    enabled: path !== null,
    staleTime: Infinity,
    gcTime: 0,
    queryFn: async () => {
      try {
        return await data.read<Preview>(path ?? '');
      } catch (failed) {
        console.error(`Reading ${path} failed`, failed);
        throw failed;
      }
    },
  });
}

function Seen({ holder, preview }: { holder: Holder; preview: Preview }) {
  const [page, setPage] = useState<Page>('dashboard');
  return (
    <div className={styles.seen}>
      <section className={styles.band} aria-label={say`Viewing as a shareholder`}>
        <Icon name="shareholders" />
        <p>
          {sayAround`${(<b>{sayAround`You see the portal as ${holder.name} sees it.`}</b>)} Nothing can be changed here, links are switched off, and the company’s history notes that you looked.`}
        </p>
        <Link className="btn sm" to={showPath('shareholders', holder.id)}>
          {say`Back to the record`}
        </Link>
        <nav className={styles.pages} aria-label={say`Pages of the portal`}>
          {pages.map((name) => (
            <button
              key={name}
              type="button"
              aria-current={name === page ? 'page' : undefined}
              onClick={() => setPage(name)}
            >
              {labels[name]}
            </button>
          ))}
        </nav>
      </section>
      <AsHolder holder={holder} preview={preview}>
        <Shown page={page} preview={preview} />
      </AsHolder>
    </div>
  );
}

function Shown({ page, preview }: { page: Page; preview: Preview }) {
  switch (page) {
    case 'dashboard':
      return <Dashboard />;
    case 'portfolio':
      return <Portfolio />;
    case 'cap-table':
      return <ShownCapTable table={preview.cap_table as CapTable} />;
    default:
      return <ShownList name={page} rows={preview[page]} />;
  }
}

function ShownList({ name, rows }: { name: (typeof lists)[number]; rows: Preview['certificates'] }) {
  const resource = resourceNamed(name);
  return (
    <>
      <PageHead title={resource.label} about={resource.about} />
      <div className="card">
        {rows.length === 0 ? (
          <Blank icon={name} title={say`No ${manyOf(resource)} yet`}>
            {say`This shareholder’s list is empty.`}
          </Blank>
        ) : (
          <RecordRows
            resource={resource}
            columns={resource.list.filter((column) => column !== 'id')}
            data={rows}
            same={[]}
          />
        )}
      </div>
    </>
  );
}

function ShownCapTable({ table }: { table: CapTable }) {
  return (
    <>
      <PageHead
        title={isWhole(table) ? say`Cap table` : say`What you own`}
        about={say`As the company shows it to this shareholder`}
      />
      {isWhole(table) ? (
        <section className="card long" aria-label={say`Cap table`}>
          <ByHolder table={table} open={undefined} />
        </section>
      ) : hasTotals(table) ? (
        <TotalsTable table={table} />
      ) : (
        <OwnTable table={table} />
      )}
    </>
  );
}

/** The screens inside are the holder's: they read the preview's answers alone, and see a shareholder signed in. */
function AsHolder({ holder, preview, children }: { holder: Holder; preview: Preview; children: ReactNode }) {
  const me = useMe();
  const data = useConsoleData();
  const seen = useMemo(() => answersOf(data, preview, holder.id), [data, preview, holder.id]);
  const client = useMemo(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }), []);
  // Links would lead to the pages that the reader sees as themselves.
  const keepInside = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a')) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  return (
    <MeContext value={asHolder(me, holder)}>
      <DataProviderContext.Provider value={seen}>
        <QueryClientProvider client={client}>
          {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- Enter on a link is a click. */}
          <div className={styles.inside} onClickCapture={keepInside}>
            {children}
          </div>
        </QueryClientProvider>
      </DataProviderContext.Provider>
    </MeContext>
  );
}

function asHolder({ user, active, memberships }: Me, { id: shareholder_id, name }: Holder): Me {
  // Its pages name the browser tab by the company, and are not the reader's own pages of these names.
  const client_display_name = say`${user.client_display_name}, as ${name} sees it`;
  return {
    user: { ...user, client_display_name, role: leastRole, account_type: 'shareholder', membership_status: 'active' },
    active,
    memberships: memberships
      .filter(({ client_name }) => client_name === active)
      .map((membership) => ({ ...membership, role: leastRole, status: 'active', shareholder_id })),
    email_verified: true,
  };
}

function answersOf(data: ConsoleDataProvider, preview: Preview, holder: string): ConsoleDataProvider {
  const statement = `/api/shareholders/${encodeURIComponent(holder)}/holdings-statement.`;
  const answers: Record<string, unknown> = { '/api/dashboard': preview.dashboard, '/api/portfolio': preview.portfolio };
  const refuse = () =>
    Promise.reject(new Error('This is only a view of the portal. Nothing else can be read or changed here.'));
  const refusing = Object.fromEntries(Object.keys(data).map((name) => [name, refuse]));
  return {
    ...(refusing as unknown as ConsoleDataProvider),
    // The company may make the same paper of its own.
    download: (path) => (path.startsWith(statement) ? data.download(path) : refuse()),
    read: async <T,>(path: string) => (path in answers ? (answers[path] as T) : refuse()),
  };
}
