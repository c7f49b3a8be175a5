// Turns a scenario into drafts, which are reviewed here and posted one by one or together.
import { useState } from 'react';
import { useGetList, useNotify } from 'react-admin';
import type { Draft } from '../../../resources/drafts.ts';
import type { ScenarioPage } from '../../../contract/recordPages.ts';
import { formatInstant, plural } from '../../kit/format.ts';
import { Card } from '../../kit/parts/Card.tsx';
import { Failed, failureOf } from '../../kit/parts/states.tsx';
import { useCommand } from '../../kit/verbs/useCommand.ts';
import { useConsoleData } from '../../session/useRead.ts';
import styles from './scenarios.module.css';

const MOST = 500;

export function ScenarioDrafts({ record }: { record: ScenarioPage }) {
  const data = useConsoleData();
  const run = useCommand();
  const notify = useNotify();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const {
    data: drafts,
    error,
    refetch,
  } = useGetList<Draft>(
    'drafts',
    {
      filter: { scenario_id: record.id },
      pagination: { page: 1, perPage: MOST },
      sort: { field: 'position', order: 'ASC' },
    },
    { retry: false },
  );
  const attempt = async (request: unknown, nothing: string, work: Parameters<typeof run>[1], done: string) => {
    setBusy(true);
    setProblem(null);
    try {
      await run(request, work);
      notify(done, { type: 'success' });
    } catch (failure) {
      setProblem(failureOf(nothing, failure));
    } finally {
      setBusy(false);
    }
  };
  const make = () =>
    attempt(
      ['drafts', record.id],
      'No drafts were made.',
      (options) => data.command('scenarios', record.id, 'drafts', {}, options),
      'The drafts are ready to be reviewed',
    );
  const post = (ids: string[]) =>
    attempt(
      ['post', ids],
      'Nothing was posted.',
      (options) => data.send('POST', '/api/drafts/post', { ids }, options),
      `Posted ${plural(ids.length, 'draft')}`,
    );
  const waiting = (drafts ?? []).filter(({ posted_at }) => posted_at === null).map(({ id }) => id);
  const isPartly = waiting.length < (drafts ?? []).length;
  return (
    <Card
      title="Drafts"
      about="What this scenario would write into the ledger. Nothing is written until you post it."
      end={
        !isPartly && (
          <button type="button" className="btn sm" disabled={isBusy} onClick={() => void make()}>
            {waiting.length > 0 ? 'Make them again' : 'Turn into drafts'}
          </button>
        )
      }
    >
      {problem && (
        <p className="alert error" role="alert">
          {problem}
        </p>
      )}
      {error && <Failed what="The drafts" error={error} retry={() => void refetch()} />}
      <ol className={styles.drafts}>
        {(drafts ?? []).map(({ id, summary, posted_at }) => (
          <li key={id}>
            <span>
              {summary}
              {posted_at && <small className="mut"> posted {formatInstant(posted_at)}</small>}
            </span>
            {posted_at === null && (
              <button
                type="button"
                className="btn sm"
                aria-label={`Post: ${summary}`}
                disabled={isBusy}
                onClick={() => void post([id])}
              >
                Post
              </button>
            )}
          </li>
        ))}
      </ol>
      {waiting.length > 1 && (
        <button type="button" className="btn primary" disabled={isBusy} onClick={() => void post(waiting)}>
          {isBusy ? 'Posting…' : `Post all ${waiting.length} together`}
        </button>
      )}
    </Card>
  );
}
