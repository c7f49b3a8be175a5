// The end of somebody's service: shows which grants lapse and which stay before it is recorded.
import type { Shareholder } from '../../../resources/shareholders.ts';
import { formatDay, formatShares, plural } from '../../kit/format.ts';
import { ScrollBox } from '../../kit/parts/ScrollBox.tsx';
import { Loading, sentenceOf } from '../../kit/parts/states.tsx';
import { useRead } from '../../session/useRead.ts';
import type { TerminationAnswer } from '../../../contract/termination.ts';
import type { Values } from '../../kit/verbs/types.ts';
import { viewsOf } from '../../kit/verbs/viewsOf.ts';
import { TableHead } from '../../kit/parts/TableHead.tsx';

function untilOf({ keeps, exercise_until }: TerminationAnswer['grants'][number]): string {
  if (keeps === '0') return '–';
  return exercise_until ? formatDay(exercise_until) : 'no end';
}

function Lapsing({ record, values }: { record: Shareholder; values: Values }) {
  const day = typeof values.date === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(values.date) ? values.date : null;
  const why = typeof values.reason === 'string' ? values.reason : '';
  const { data, error, isPending } = useRead<TerminationAnswer>(
    day &&
      `/api/shareholders/${encodeURIComponent(record.id)}/termination?date=${day}&reason=${encodeURIComponent(why)}`,
  );
  if (day === null) return null;
  if (error) return <p className="err">The grants could not be loaded. {sentenceOf(error)}</p>;
  if (isPending) return <Loading />;
  return (
    <div className="preview" aria-live="polite">
      {data.grants.length === 0 ? (
        <p className="mut">There are no open grants on that day.</p>
      ) : (
        <ScrollBox label="Open grants, table">
          <table className="dense">
            <TableHead columns={['Grant', ['Lapses', 'r'], ['Keeps', 'r'], 'Exercise until']} />
            <tbody>
              {data.grants.map((grant) => (
                <tr key={grant.grant_id}>
                  <td>{grant.grant_number}</td>
                  <td className="r">{grant.remark ? '–' : formatShares(grant.lapses)}</td>
                  <td className="r">{formatShares(grant.keeps)}</td>
                  <td>{grant.remark ?? untilOf(grant)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
      {data.repurchasable.length > 0 && (
        <p className="small">
          {plural(data.repurchasable.length, 'certificate')} with unvested stock may be repurchased:{' '}
          {data.repurchasable
            .map(({ certificate_number, quantity }) => `${certificate_number} (${formatShares(quantity)})`)
            .join(', ')}
          . Open each certificate to repurchase it.
        </p>
      )}
    </div>
  );
}

export const terminationVerb = viewsOf<Shareholder>({
  'shareholders.terminate': { Preview: Lapsing },
});
