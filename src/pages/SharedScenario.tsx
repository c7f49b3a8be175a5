// What a link to a scenario shows to a person without an account: the table after each step, and who is paid at an exit.
import { useEffect, useState } from 'react';
import type { SharedScenario as Shared } from '../contract/scenarios.ts';
import { HttpError, getJson } from '../httpClient.ts';
import { queryParameter } from '../auth/navigation.ts';
import '../publicStyles/sharedScenario.css';

/** /shared-scenario?token=… */
export default function SharedScenario() {
  const token = queryParameter('token') ?? '';
  const [found, setFound] = useState<Shared | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    getJson<Shared>(`/api/shared-scenarios/${encodeURIComponent(token)}`).then(setFound, (cause: unknown) => {
      console.error('Reading the link failed', cause);
      const isGone = cause instanceof HttpError && cause.status === 404;
      setProblem(
        isGone
          ? 'This link has ended or was withdrawn. Ask whoever sent it for another one.'
          : 'The link could not be read. Check your connection and reload the page.',
      );
    });
  }, [token]);
  return (
    <main className="shared-scenario" id="main">
      {problem && (
        <>
          <h1>Nothing is shown here</h1>
          <p role="alert">{problem}</p>
        </>
      )}
      {!problem && !found && <output>Loading...</output>}
      {found && <Result result={found} />}
    </main>
  );
}

function Result({ result }: { result: Shared }) {
  const { company, name, as_of, shared_at, expires_at, tables, waterfalls, steps } = result;
  return (
    <>
      <h1>{name}</h1>
      <p>
        A model by {company}, not an offer.{' '}
        {as_of === null ? 'It starts from figures that were typed in.' : `It starts from the ledger on ${day(as_of)}.`}{' '}
        Shared on {day(shared_at)}; this link ends on {day(expires_at)}.
      </p>
      {tables.map((table) => {
        const step = table.step === 0 ? null : steps[table.step - 1]!;
        const title = step === null ? 'At the start' : `After ${step.name?.trim() || step.kind}`;
        const paid = waterfalls.find((each) => each.step === table.step);
        return (
          <section key={table.step}>
            <h2>{title}</h2>
            {table.price && <p>Price per share {table.price}</p>}
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- scrolls by keyboard. */}
            <div className="sideways" tabIndex={0} role="region" aria-label={title}>
              <table>
                <thead>
                  <tr>
                    <th scope="col">Holder</th>
                    <th scope="col">Shares</th>
                    <th scope="col">Ownership</th>
                    {paid && <th scope="col">Paid</th>}
                  </tr>
                </thead>
                <tbody>
                  {table.rows.map((row) => (
                    <tr key={row.shareholder_id ?? row.name}>
                      <th scope="row">{row.name}</th>
                      <td>{grouped(row.total)}</td>
                      <td>{Number(row.percent).toFixed(2)}%</td>
                      {paid && <td>{grouped(paid.by_holder[row.shareholder_id ?? ''] ?? '0')}</td>}
                    </tr>
                  ))}
                </tbody>
                <tfoot>
                  <tr>
                    <th scope="row">Total, fully diluted</th>
                    <td>{grouped(table.total)}</td>
                    <td>100%</td>
                    {paid && <td>{grouped(paid.net)}</td>}
                  </tr>
                </tfoot>
              </table>
            </div>
          </section>
        );
      })}
    </>
  );
}

const grouped = (text: string): string => text.replace(/^-?\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','));

const written = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });
const day = (iso: string): string => written.format(new Date(iso.length === 10 ? `${iso}T00:00:00Z` : iso));
