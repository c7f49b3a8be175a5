// Taking back an entry: lists every entry that goes with it, and what stays.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import type { TransactionPage } from '#src/contract/recordPages.ts';
import type { Transaction } from '#src/resources/transactions.ts';
import { plural } from '#src/domain/plural.ts';
import { formatDay } from '#src/admin/kit/format.ts';
import { RecordLink } from '#src/admin/kit/parts/ReferenceName.tsx';
import { ScrollBox } from '#src/admin/kit/parts/ScrollBox.tsx';
import { Loading, sentenceOf } from '#src/admin/kit/parts/states.tsx';
import { TableHead } from '#src/admin/kit/parts/TableHead.tsx';
import { viewsOf } from '#src/admin/kit/verbs/viewsOf.ts';
import { useRead } from '#src/admin/session/useRead.ts';

function TakenTogether({ record }: { record: Transaction }) {
  const { data, error, isPending } = useRead<TransactionPage>(`/api/transactions/${encodeURIComponent(record.id)}`);
  if (error)
    return <p className="err">{sayAround`The entries that go with it could not be loaded. ${sentenceOf(error)}`}</p>;
  if (isPending) return <Loading />;
  const { together } = data;
  if (!together) return null;
  const { count, entries, stays } = together;
  return (
    <div className="preview" aria-live="polite">
      {count === 1 ? (
        <p>{say`Nothing else was recorded with it.`}</p>
      ) : (
        <>
          <p>
            {sayAround`This undoes ${(<b>{plural(count, say`entry`, say`entries`)}</b>)} recorded as one unit${entries.length < count && say`, of which the first ${entries.length} are listed`}:`}
          </p>
          <ScrollBox label={say`Entries that are undone, table`}>
            <table className="dense">
              <TableHead columns={[say`No.`, say`Entry`, say`Day`]} />
              <tbody>
                {entries.map(({ id, seq, summary, date }) => (
                  <tr key={id}>
                    <td className="tn">{seq}</td>
                    <td>{summary}</td>
                    <td>{date ? formatDay(date) : '–'}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollBox>
        </>
      )}
      {stays.length > 0 && (
        <p className="small">
          {sayAround`These were added with them and stay, because they are not ledger entries: ${stays.map(
            ({ resource, id, name }, index) => (
              <span key={id}>
                {index > 0 && ', '}
                <RecordLink to={resource} id={id}>
                  {name}
                </RecordLink>
              </span>
            ),
          )}.`}
        </p>
      )}
    </div>
  );
}

export const transactionVerbs = viewsOf<Transaction>({
  'transactions.void': { Preview: TakenTogether },
});
