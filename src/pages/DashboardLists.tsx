// The two panels of the specification: what happened, and what is due next.
import { actorName } from '../admin/kit/actorName.ts';
import { say } from '../words/say.ts';
import { Link } from 'react-router-dom';
import { formatDay, formatCompanyDay, today, withDays } from '../admin/kit/format.ts';
import { Card } from '../admin/kit/parts/Card.tsx';
import { Loading } from '../admin/kit/parts/states.tsx';
import { StatusChip } from '../admin/kit/parts/ToneChip.tsx';
import { listPath, showPath } from '../admin/paths.ts';
import { isOpenTo } from '../resources/kit/recordState.ts';
import { useRole } from '../admin/session/useMe.ts';
import { heads } from '../resources/heads/heads.ts';
import { taskPriority } from '../resources/taskPriority.ts';
import type { Activity, UpcomingTask } from '../contract/dashboard.ts';
import styles from './dashboard.module.css';

export function RecentActivity({ items }: { items: Activity[] | undefined }) {
  return (
    <Card title={say`Recent Activity`} flush>
      {!items ? (
        <Loading />
      ) : items.length === 0 ? (
        <p className="none">{say`No recent activity`}</p>
      ) : (
        <ul className="rows">
          {items.map((item, index) => (
            <li key={`${item.at}-${index}`}>
              <div>
                <p>
                  {item.actor && <b className={styles.whoDid}>{actorName(item.actor)} </b>}
                  <ActivityText item={item} />
                </p>
              </div>
              <time dateTime={item.at}>{formatCompanyDay(item.at)}</time>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function ActivityText({ item }: { item: Activity }) {
  const role = useRole();
  const known = heads.find(({ name, hasList }) => name === item.resource && hasList);
  if (!known || !item.id || !isOpenTo(role, known)) return <>{withDays(item.text)}</>;
  return (
    <Link className="link" to={showPath(known.name, item.id)}>
      {withDays(item.text)}
    </Link>
  );
}

export function UpcomingTasks({ items }: { items: UpcomingTask[] | undefined }) {
  return (
    <Card
      title={say`Upcoming Tasks`}
      end={
        <Link className="link" to={listPath('tasks')}>
          {say`All`}
        </Link>
      }
      flush
    >
      {!items ? (
        <Loading />
      ) : items.length === 0 ? (
        <p className="none">{say`No upcoming tasks`}</p>
      ) : (
        <ul className="rows">
          {items.map((task) => (
            <li key={task.id}>
              <div>
                <p className="ttl t13">
                  <Link className="link" to={showPath('tasks', task.id)}>
                    {task.title}
                  </Link>
                </p>
              </div>
              <StatusChip field={taskPriority} value={task.priority} />
              <DueDate day={task.due_date} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function DueDate({ day }: { day: string | null }) {
  if (!day) return <span className={`end ${styles.due}`}>{say`No date`}</span>;
  const isOverdue = day < today();
  return (
    <time className={isOverdue ? `${styles.due} err` : styles.due} dateTime={day}>
      {isOverdue ? say`Overdue, ` : say`Due `}
      {formatDay(day)}
    </time>
  );
}
