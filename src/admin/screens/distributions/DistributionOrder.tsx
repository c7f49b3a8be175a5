// In which order the amount reaches the classes, and who holds such shares today without being entitled.
import { say } from '#src/words/say.ts';
import { Link } from 'react-router-dom';
import type { DistributionPreview } from '#src/contract/distributions/distributionPreview.ts';
import { countShares } from '#src/admin/kit/counts.ts';
import { formatDay } from '#src/admin/kit/format.ts';
import { Card } from '#src/admin/kit/parts/Card.tsx';
import { showPath } from '#src/admin/paths.ts';
import { isOrdered } from './perShare.ts';
import styles from './distributions.module.css';

type Steps = DistributionPreview['steps'];

/** The steps' own sentences carry their numbers. */
export function OrderList({ steps }: { steps: Steps }) {
  return (
    <ul className={styles.order}>
      {steps.map(({ text }) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

/** Nothing where all shares get the same. */
export function DistributionOrder({ steps }: { steps: Steps }) {
  if (!isOrdered(steps)) return null;
  const isFirst = steps.some(({ kind }) => kind !== 'rest');
  return (
    <Card
      title={isFirst ? say`Who comes first` : say`How it is divided`}
      about={
        isFirst
          ? say`Preferred dividends are paid before the rest, as the share classes say`
          : say`The amount per share differs by class, as the share classes say`
      }
      className={styles.linesCard}
    >
      <OrderList steps={steps} />
    </Card>
  );
}

/** Nothing where everybody who holds today held then. */
export function NotEntitled({ preview }: { preview: DistributionPreview }) {
  if (preview.excluded.length === 0) return null;
  return (
    <Card
      title={say`Not entitled`}
      className={styles.linesCard}
      about={say`Hold such shares today, and held none at the end of ${formatDay(preview.record_date)}`}
    >
      <ul className={styles.order}>
        {preview.excluded.map(({ shareholder_id, shareholder, share_class_id, shares }) => (
          <li key={`${shareholder_id}-${share_class_id}`}>
            <Link className="link" to={showPath('shareholders', shareholder_id)}>
              {shareholder}
            </Link>
            , {countShares(shares)}
          </li>
        ))}
      </ul>
    </Card>
  );
}
