// Bank statements: one is uploaded, its lines are shown beside the payments, and the confirmed ones are completed.
import { say } from '#src/words/say.ts';
import { Link, useNavigate, useParams } from 'react-router-dom';
import type { Reconciliation, ReconciliationSummary } from '#src/contract/reconciliations.ts';
import { editors, readers } from '#src/resources/kit/access.ts';
import { formatInstant, plural } from '#src/admin/kit/format.ts';
import { Icon } from '#src/admin/kit/icons.tsx';
import { Card } from '#src/admin/kit/parts/Card.tsx';
import { PageHead } from '#src/admin/kit/parts/PageHead.tsx';
import { Denied, Failed, Loading } from '#src/admin/kit/parts/states.tsx';
import { useNotifiedAct } from '#src/admin/kit/parts/useAct.ts';
import { statementsPath } from '../shared/screenPaths.ts';
import { useRole } from '#src/admin/session/useMe.ts';
import { useConsoleData, useRead } from '#src/admin/session/useRead.ts';
import { useCommand } from '#src/admin/kit/verbs/useCommand.ts';
import { StatementLines } from './StatementLines.tsx';
import { StatementQuestions } from './StatementQuestions.tsx';

export default function Statements() {
  const role = useRole();
  const { id } = useParams();
  if (!readers.includes(role)) return <Denied what={say`bank statements`} />;
  const mayWrite = editors.includes(role);
  return id ? <OneStatement key={id} id={id} mayWrite={mayWrite} /> : <AllStatements mayWrite={mayWrite} />;
}

function AllStatements({ mayWrite }: { mayWrite: boolean }) {
  const { data, error, isPending, refetch } = useRead<ReconciliationSummary[]>('/api/reconciliations');
  return (
    <>
      <PageHead
        title={say`Bank statements`}
        about={say`What a statement shows as paid is matched to payments by reference and amount. Nothing is completed until you confirm it.`}
      />
      <div className="stack">
        {mayWrite && <Upload />}
        <Card title={say`Read so far`} flush>
          {error ? (
            <Failed what={say`The bank statements`} error={error} retry={() => void refetch()} />
          ) : isPending ? (
            <Loading />
          ) : data.length === 0 ? (
            <p className="body mut">{say`No bank statement has been read yet.`}</p>
          ) : (
            <ul className="rows">
              {data.map(({ id, file_name, created_at, lines }) => (
                <li key={id}>
                  <div>
                    <Link className="link" to={statementsPath(id)}>
                      {file_name}
                    </Link>
                    <p className="small mut">{formatInstant(created_at)}</p>
                  </div>
                  <span className="tn">{plural(lines, say`line`, say`lines`)}</span>
                </li>
              ))}
            </ul>
          )}
        </Card>
      </div>
    </>
  );
}

function Upload() {
  const data = useConsoleData();
  const run = useCommand();
  const navigate = useNavigate();
  const { act, isBusy } = useNotifiedAct();
  const read = (file: File) =>
    act(say`The statement was not read.`, async () => {
      const form = new FormData();
      form.append('file', file, file.name);
      const { id } = await run([file.name, file.size, file.lastModified], (options) =>
        data.send<Reconciliation>('POST', '/api/reconciliations', form, options),
      );
      await navigate(statementsPath(id));
    });
  return (
    <Card
      title={say`Read a statement`}
      about={say`A CSV or workbook with columns for date, amount and reference, or a camt.053 file; at most 10 MB. Directions and statuses are read where the file has them, and asked where they are not clear. Account numbers are not kept.`}
    >
      <label className={isBusy ? 'btn' : 'btn primary'}>
        <Icon name="upload" />
        {isBusy ? say`Reading it…` : say`Choose a file`}
        <input
          type="file"
          className="vh"
          accept=".csv,.tsv,.txt,.xlsx,.xml"
          disabled={isBusy}
          onChange={(event) => {
            const file = event.target.files?.[0];
            // The same file, corrected, may be chosen again.
            event.target.value = '';
            if (file) void read(file);
          }}
        />
      </label>
    </Card>
  );
}

function OneStatement({ id, mayWrite }: { id: string; mayWrite: boolean }) {
  const path = `/api/reconciliations/${encodeURIComponent(id)}`;
  const { data, error, isPending, refetch } = useRead<Reconciliation>(path);
  return (
    <>
      <PageHead
        title={data?.file_name ?? say`Bank statement`}
        about={
          data &&
          say`Read ${formatInstant(data.created_at)}: ${plural(data.lines, say`line`, say`lines`)}.${notRead(data.unread)}`
        }
        back={{ to: statementsPath(), label: say`Bank statements` }}
      />
      {error ? (
        <Failed what={say`The bank statement`} error={error} retry={() => void refetch()} />
      ) : isPending ? (
        <Loading />
      ) : (
        <div className="stack">
          {data.questions.length > 0 && (
            <StatementQuestions questions={data.questions} path={path} mayWrite={mayWrite} />
          )}
          <StatementLines statement={data} path={path} mayWrite={mayWrite} />
        </div>
      )}
    </>
  );
}

const SHOWN = 12;

/** What the file holds beside its lines. */
function notRead({ columns, rows }: Reconciliation['unread']): string {
  const listed = (of: readonly (string | number)[]) =>
    of.length > SHOWN ? say`${of.slice(0, SHOWN).join(', ')} and ${of.length - SHOWN} more` : of.join(', ');
  const said = [
    ...(columns.length > 1
      ? [say`the columns ${listed(columns)}`]
      : columns.length > 0
        ? [say`the column ${listed(columns)}`]
        : []),
    ...(rows.length > 1 ? [say`rows ${listed(rows)}`] : rows.length > 0 ? [say`row ${listed(rows)}`] : []),
  ];
  return said.length > 0 ? say` Not read: ${said.join('; ')}.` : '';
}
