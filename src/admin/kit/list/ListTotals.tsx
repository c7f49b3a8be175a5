// The declared sums of what is filtered, for each currency, as the server computes them over the whole list.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useListContext } from 'react-admin';
import { labelOf, countedIn } from '#src/resources/kit/defineResource.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { useRead } from '#src/admin/session/useRead.ts';
import { formatMoney } from '../format.ts';
import styles from './list.module.css';

type Total = Record<string, string> & { count: number };

interface ListTotalsProps {
  resource: Resource;
  totals: NonNullable<Resource['totals']>;
}

export default function ListTotals({ resource, totals: { by, of } }: ListTotalsProps) {
  const { filterValues, isPending, total } = useListContext();
  const filter = JSON.stringify(filterValues ?? {});
  const path = `${resource.path.replace(/\/$/, '')}/totals?filter=${encodeURIComponent(filter)}`;
  const { data, error, refetch } = useRead<Total[]>(isPending || total === 0 ? null : path);
  if (isPending || total === 0) return null;
  if (error)
    return (
      <p className={styles.totals} role="alert">
        {sayAround`The totals could not be loaded.${(
          <button type="button" className="btn text" onClick={() => void refetch()}>
            {say`Try again`}
          </button>
        )}`}
      </p>
    );
  return (
    <section className={styles.totals} aria-label={say`Totals`} aria-busy={data === undefined}>
      {(data ?? []).map((total) => (
        <dl key={total[by]}>
          <div>
            <dt>{total[by]}</dt>
            <dd>{countedIn(resource, total.count)}</dd>
          </div>
          {of.map((name) => (
            <div key={name}>
              <dt>{labelOf(resource, name)}</dt>
              <dd className="tn">{formatMoney(total[name] ?? '0', total[by])}</dd>
            </div>
          ))}
        </dl>
      ))}
    </section>
  );
}
