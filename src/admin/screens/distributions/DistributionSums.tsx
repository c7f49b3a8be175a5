// A distribution by class, as bars, and what is unusual about its terms.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { Link } from 'react-router-dom';
import type { DistributionDraft } from '#src/contract/distributions/distributionPreview.ts';
import { BarList } from '#src/admin/kit/charts/BarList.tsx';
import { countShares } from '#src/admin/kit/counts.ts';
import { formatMoney, plural } from '#src/admin/kit/format.ts';
import { editPath } from '#src/admin/paths.ts';
import { Card } from '#src/admin/kit/parts/Card.tsx';
import { useClasses } from './useClasses.ts';
import styles from './distributions.module.css';

type Sums = Pick<DistributionDraft, 'by_class' | 'currency'>;

type Told = Pick<DistributionDraft, 'warnings' | 'without_country'>;

export function Warnings({ warnings, without_country }: Told) {
  return warnings.map(({ code, message }) => (
    <div key={code} className={`alert warning ${styles.warning}`} role="note">
      <div>
        <p>{message}</p>
        {code === 'no_country' && <EnterCountries rows={without_country.rows} />}
      </div>
    </div>
  ));
}

const LINKS = 5;

/** Each leads to where the country is entered. */
function EnterCountries({ rows }: Pick<Told['without_country'], 'rows'>) {
  return (
    <p className={styles.enter}>
      {rows.slice(0, LINKS).map(({ shareholder_id, shareholder }) => (
        <Link key={shareholder_id} className="link" to={editPath('shareholders', shareholder_id)}>
          {sayAround`Enter the country of ${shareholder}`}
        </Link>
      ))}
    </p>
  );
}

/** What each class is paid before tax. */
export function ClassBars({ draft }: { draft: Sums }) {
  const { nameOf, colourOf } = useClasses();
  return (
    <BarList
      label={say`Gross by share class`}
      bars={draft.by_class.map(({ share_class_id, gross, shares, holders }) => ({
        key: share_class_id,
        name: (
          <>
            {nameOf(share_class_id)}
            <small className="mut">
              {' '}
              {plural(holders, say`holder`, say`holders`)}
              {shares !== null && `, ${countShares(shares)}`}
            </small>
          </>
        ),
        parts: [{ width: Number(gross), colour: colourOf(share_class_id) }],
        shown: formatMoney(gross, draft.currency),
      }))}
    />
  );
}

/** Nothing where there is one class: its sums are those of the whole. */
export function ByClass({ draft }: { draft: Sums }) {
  if (draft.by_class.length < 2) return null;
  return (
    <Card title={say`By share class`} about={say`Before tax`} className={styles.linesCard}>
      <ClassBars draft={draft} />
    </Card>
  );
}
