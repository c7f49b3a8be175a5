// What is issued and promised, what is left to grant, and what is paid next.
import { say } from '../words/say.ts';
import { sayAround } from '../words/sayAround.ts';
import { Link } from 'react-router-dom';
import type { DashboardAnswer } from '../contract/dashboard.ts';
import { formatDay, formatMoney, formatShares, plural } from '../admin/kit/format.ts';
import { Strip } from '../admin/kit/parts/Card.tsx';
import { basename, listPath, showPath } from '../admin/paths.ts';

export default function DashboardAhead({ ahead }: { ahead: NonNullable<DashboardAnswer['ahead']> }) {
  const { fully_diluted, pool_available, next_payment: next } = ahead;
  return (
    <Strip
      items={[
        {
          label: say`Fully diluted`,
          figure: formatShares(fully_diluted),
          context: (
            <Link className="link" to={`${basename}/cap-table?basis=fully_diluted`}>
              {say`Cap table`}
            </Link>
          ),
        },
        {
          label: say`Left in the pool`,
          figure: formatShares(pool_available),
          context: (
            <Link className="link" to={listPath('equity-plans')}>
              {say`Equity plans`}
            </Link>
          ),
        },
        {
          label: say`Next payment`,
          figure: next ? formatMoney(next.total, next.currency) : say`None`,
          context: next ? (
            <>
              {sayAround`${(
                <Link className="link" to={showPath('distributions', next.id)}>
                  {next.name}
                </Link>
              )}, ${plural(next.count, say`payment`, say`payments`)} on ${formatDay(next.payment_date)}`}
            </>
          ) : (
            say`Nothing is scheduled`
          ),
        },
      ]}
    />
  );
}
