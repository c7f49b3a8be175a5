// Two to four scenarios side by side: who ends with what in each, and the difference to the first.
import { figures } from '#src/words/figures.ts';
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useQuery } from '@tanstack/react-query';
import { useGetList } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import type { CompareAnswer } from '#src/contract/scenarios/scenarios.ts';
import { decimal, toFixed } from '#src/domain/figures/decimal.ts';
import { decimalOf } from '#src/domain/model/figures.ts';
import { minus } from '#src/domain/figures/fraction.ts';
import { scenarios } from '#src/resources/scenarios.ts';
import type { Scenario } from '#src/resources/scenarios.ts';
import { formatMoney, formatShares } from '#src/admin/kit/format.ts';
import { Card } from '#src/admin/kit/parts/Card.tsx';
import { PageHead } from '#src/admin/kit/parts/PageHead.tsx';
import { ScrollBox } from '#src/admin/kit/parts/ScrollBox.tsx';
import { Blank, Denied, Failed, Loading } from '#src/admin/kit/parts/states.tsx';
import { listPath } from '#src/admin/paths.ts';
import { useMay } from '#src/admin/session/useMe.ts';
import { useConsoleData } from '#src/admin/session/useRead.ts';
import { partOf, pointsText } from './parts.ts';
import { CompareExit } from './exit/CompareExit.tsx';
import styles from './scenarios.module.css';

const MOST = 4;

export default function ScenarioCompare() {
  const may = useMay();
  if (!may('read', scenarios)) return <Denied what={say`scenarios`} />;
  return (
    <>
      <PageHead
        title={say`Compare scenarios`}
        about={say`Up to four side by side; each with the difference from the first.`}
        back={{ to: listPath('scenarios'), label: scenarios.label }}
      />
      <Comparison />
    </>
  );
}

function Comparison() {
  const [parameters, setParameters] = useSearchParams();
  const ids = (parameters.get('ids') ?? '').split(',').filter(Boolean).slice(0, MOST);
  const list = useGetList<Scenario>(
    'scenarios',
    { pagination: { page: 1, perPage: 100 }, sort: { field: 'changed_at', order: 'DESC' }, filter: {} },
    { retry: false },
  );
  const data = useConsoleData();
  const compared = useQuery({
    queryKey: ['scenarios', 'compare', ids],
    enabled: ids.length > 1,
    queryFn: () => data.send<CompareAnswer>('POST', '/api/scenarios/compare', { ids }),
  });
  if (list.error) return <Failed what={say`The scenarios`} error={list.error} retry={() => void list.refetch()} />;
  if (list.isPending) return <Loading />;
  const toggle = (id: string) => {
    const next = ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id];
    setParameters(next.length > 0 ? { ids: next.join(',') } : {}, { replace: true });
  };
  return (
    <div className="stack">
      <Card title={say`Which ones`}>
        <div className={styles.choices}>
          {list.data.map(({ id, name }) => (
            <label key={id} className="box-choice">
              <input
                type="checkbox"
                checked={ids.includes(String(id))}
                disabled={!ids.includes(String(id)) && ids.length >= MOST}
                onChange={() => toggle(String(id))}
              />
              {name}
            </label>
          ))}
        </div>
      </Card>
      {ids.length < 2 ? (
        <div className="card">
          <Blank icon="capTable" title={say`Choose at least two`}>
            {say`Duplicate a scenario and change one figure to see what that figure does.`}
          </Blank>
        </div>
      ) : compared.error ? (
        <Failed what={say`The comparison`} error={compared.error} retry={() => void compared.refetch()} />
      ) : compared.data ? (
        <>
          <Table answer={compared.data} />
          <CompareExit key={ids.join()} ids={ids} first={firstExit(compared.data)} />
        </>
      ) : (
        <Loading>{say`Computing each of them…`}</Loading>
      )}
    </div>
  );
}

/** Of the first that has one. */
const firstExit = ({ scenarios: all }: CompareAnswer): string =>
  all.flatMap(({ waterfalls }) => waterfalls).at(0)?.proceeds ?? '50000000';

function Table({ answer: { scenarios: columns, rows } }: { answer: CompareAnswer }) {
  const part = (column: number, total = '0') => partOf(total, columns[column]!.total);
  const difference = (column: number, row: CompareAnswer['rows'][number]): string =>
    pointsText(decimalOf(minus(part(column, row.figures[column]?.total), part(0, row.figures[0]?.total)), 2), 2);
  return (
    <Card
      title={say`At the end`}
      about={say`Shares, and the percentage fully diluted; below it the difference in points.`}
      flush
    >
      <ScrollBox label={say`Comparison, table`}>
        <table className={`dense ${styles.table}`}>
          <thead>
            <tr>
              <th scope="col">{say`Holder`}</th>
              {columns.map(({ id, name, price }) => (
                <th key={id} scope="col" className="r">
                  {name}
                  {price !== null && <small>{sayAround`${formatMoney(price)} a share`}</small>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.shareholder_id ?? row.name}>
                <td>{row.name}</td>
                {columns.map(({ id }, column) => {
                  const own = row.figures[column];
                  return (
                    <td key={id} className="r">
                      {own ? formatShares(own.total) : '–'}
                      <small>
                        {figures(toFixed(decimal(decimalOf(part(column, own?.total), 2)), 2))} %
                        {column > 0 && <> ({difference(column, row)})</>}
                      </small>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="tot">
              <td>{say`Total`}</td>
              {columns.map(({ id, total }) => (
                <td key={id} className="r">
                  {formatShares(total)}
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </ScrollBox>
    </Card>
  );
}
