// The first page: four figures, what needs a decision, who owns what by class, what happened and what is due.
import { say } from '../words/say.ts';
import { isHolder } from '../resources/kit/access.ts';
import { lazy } from 'react';
import { Link } from 'react-router-dom';
import { groupDigits, formatShares } from '../admin/kit/format.ts';
import { Icon } from '../admin/kit/icons.tsx';
import { LazyPart } from '../admin/kit/parts/LazyPart.tsx';
import { PageHead } from '../admin/kit/parts/PageHead.tsx';
import { Failed, Loading } from '../admin/kit/parts/states.tsx';
import { basename, listPath, showPath } from '../admin/paths.ts';
import { isStaff, membershipStatus, useMe, useOwnRecord, useRole } from '../admin/session/useMe.ts';
import { useRead } from '../admin/session/useRead.ts';
import { Decisions } from './DashboardDecisions.tsx';
import { RecentActivity, UpcomingTasks } from './DashboardLists.tsx';
import { Ownership } from './DashboardOwnership.tsx';
import type { DashboardAnswer } from '../contract/dashboard.ts';
import styles from './dashboard.module.css';

const Holdings = lazy(() => import('./DashboardHoldings.tsx'));
const Ahead = lazy(() => import('./DashboardAhead.tsx'));
const DashboardSetup = lazy(() => import('./DashboardSetup.tsx'));
const Attention = lazy(() => import('./DashboardAttention.tsx'));

export default function Dashboard() {
  const { user } = useMe();
  const role = useRole();
  const { data, error, isPending, refetch } = useRead<DashboardAnswer>('/api/dashboard');
  const isActive = membershipStatus(user) === 'active';
  const isHolding = isActive && isHolder(role);
  const tasks = <UpcomingTasks items={data?.upcoming_tasks} />;
  return (
    <>
      <PageHead title={say`Dashboard`} about={say`Welcome to the product`} />
      {error ? (
        <div className="card">
          <Failed what={say`The dashboard`} error={error} retry={() => void refetch()} />
        </div>
      ) : (
        <>
          <Cards answer={data} isPending={isPending} isShareholder={isHolder(role)} />
          {data?.setup && (
            <LazyPart what={say`The list of setting up`} fallback={<Loading />}>
              <DashboardSetup setup={data.setup} changed={() => void refetch()} />
            </LazyPart>
          )}
          {/* Cards that need action come first; the two columns are about equally long. */}
          <div className={`cols two ${styles.even}`}>
            <div className="stack">
              {isActive && isStaff(role) && <Decisions kinds={data?.decisions} />}
              {data?.ahead && (
                <LazyPart what={say`What is ahead`}>
                  <Ahead ahead={data.ahead} />
                </LazyPart>
              )}
              {isHolding && data?.attention && data.attention.length > 0 && (
                <LazyPart what={say`The list of what needs your attention`} fallback={<Loading />}>
                  <Attention kinds={data.attention} />
                </LazyPart>
              )}
              {isHolding && data?.holdings && (
                <LazyPart what={say`Your holdings`} fallback={<Loading />}>
                  <Holdings
                    holdings={data.holdings}
                    values={data.values ?? []}
                    isWhole={data.value_is_whole ?? false}
                  />
                </LazyPart>
              )}
            </div>
            <div className="stack">
              {isActive && !isHolding && <Ownership />}
              {tasks}
              <RecentActivity items={data?.recent_activity} />
            </div>
          </div>
        </>
      )}
    </>
  );
}

interface CardsProps {
  answer: DashboardAnswer | undefined;
  isPending: boolean;
  isShareholder: boolean;
}

/** Longer figures use a smaller type and may wrap. */
const longFigure = 15;

function Cards({ answer, isPending, isShareholder }: CardsProps) {
  const own = useOwnRecord();
  const cards = [
    {
      label: say`Total Shareholders`,
      figure: answer && groupDigits(answer.total_shareholders),
      to: own ? showPath('shareholders', own) : listPath(isShareholder ? 'certificates' : 'shareholders'),
      context: isShareholder ? say`Your own record` : say`People and entities on record`,
    },
    {
      label: say`Active Certificates`,
      figure: answer && groupDigits(answer.active_certificates),
      to: listPath('certificates', { status: 'active' }),
      context: isShareholder ? say`Yours, in force today` : say`In force today`,
    },
    {
      label: say`Distributions`,
      figure: answer && groupDigits(answer.distributions),
      to: listPath('distributions'),
      context: isShareholder ? say`That you are entitled to` : say`All statuses`,
    },
    {
      label: say`Total Shares`,
      figure: answer && formatShares(answer.total_shares),
      to: isShareholder ? listPath('certificates', { status: 'active' }) : `${basename}/cap-table`,
      context: isShareholder ? say`Yours, all classes` : say`Issued and outstanding, all classes`,
    },
  ];
  return (
    <div className={styles.cards} aria-busy={isPending}>
      {cards.map(({ label, figure, to, context }) => (
        <Link key={label} className={`card ${styles.stat}`} to={to}>
          <span className={styles.label}>{label}</span>
          <Icon name="right" />
          <span className={figure && figure.length > longFigure ? 'figure long' : 'figure'}>
            {figure ?? <span className={`sk ${styles.figureSk}`} />}
          </span>
          <span className={styles.ctx}>{context}</span>
        </Link>
      ))}
    </div>
  );
}
