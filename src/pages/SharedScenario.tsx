// What a link to a scenario shows to somebody without an account: the figures as they were when it was shared, to be read and printed.
import { useEffect, useState } from 'react';
import { queryParameter } from '../auth/navigation.ts';
import type { SharedScenario as Shared } from '../contract/scenarios.ts';
import { decimal, grouped, toFixed, withSeparators } from '../domain/figures/decimal.ts';
import { percentage } from '../domain/figures/largestRemainder.ts';
import { getJson, HttpError } from '../httpClient.ts';
import '../publicStyles/sharedScenario.css';

type Table = Shared['tables'][number];

/** /shared-scenario?token=… */
export default function SharedScenario() {
  const { answer, problem } = useShared(queryParameter('token') ?? '');
  return (
    <main className="shared" id="main">
      {problem && (
        <>
          <h1>This link shows nothing</h1>
          <p className="sub">{problem}</p>
        </>
      )}
      {!problem && !answer && <output className="sub">Loading...</output>}
      {answer && <Figures answer={answer} />}
    </main>
  );
}

function useShared(token: string): { answer: Shared | null; problem: string | null } {
  const [answer, setAnswer] = useState<Shared | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    getJson<Shared>(`/api/shared-scenarios/${encodeURIComponent(token)}`).then(setAnswer, (cause: unknown) => {
      console.error('Reading the shared scenario failed', cause);
      setProblem(
        cause instanceof HttpError && cause.status === 404
          ? 'It has ended, or was withdrawn. Ask whoever sent it for a new one.'
          : 'The server could not be reached. Try again in a moment.',
      );
    });
  }, [token]);
  return { answer, problem };
}

const day = (instant: string) => new Date(instant).toLocaleDateString(undefined, { dateStyle: 'long' });

/** To the cent, with separators of thousands. */
function money(amount: string): string {
  const [whole = '0', cents = '00'] = toFixed(decimal(amount), 2).split('.');
  return `${withSeparators(whole)}.${cents}`;
}

const KINDS: Record<string, string> = {
  round: 'a round',
  grant: 'a grant',
  pool: 'a larger pool',
  convertible: 'a SAFE or note',
  split: 'a split',
  exit: 'an exit',
};

function Figures({ answer }: { answer: Shared }) {
  const { company, name, as_of, tables, waterfalls, steps } = answer;
  const titleOf = ({ step }: Pick<Table, 'step'>) => {
    const done = steps[step - 1];
    if (!done) return as_of === null ? 'At the start' : `At the start, ${day(as_of)}`;
    return `${step}. After ${done.name || (KINDS[done.kind] ?? done.kind)}`;
  };
  return (
    <>
      <p className="company">{company}</p>
      <h1>{name}</h1>
      <p className="sub">
        A model, shared on {day(answer.shared_at)}; the link ends on {day(answer.expires_at)}. Nothing here is an offer
        or part of the company’s records.
      </p>
      <p className="no-print">
        <button type="button" className="btn btn-line" onClick={() => window.print()}>
          Print
        </button>
      </p>
      {tables
        .filter(({ step }) => steps[step - 1]?.kind !== 'exit')
        .toReversed()
        .map((table) => (
          <TableOf key={table.step} table={table} title={titleOf(table)} classNames={classNamesOf(tables)} />
        ))}
      {waterfalls.map((exit) => (
        <ExitOf key={exit.step} exit={exit} title={`An exit at ${money(exit.proceeds)}`} nameOf={nameOf(tables)} />
      ))}
    </>
  );
}

const classNamesOf = (tables: readonly Table[]): ReadonlyMap<string, string> =>
  new Map(tables.flatMap(({ classes }) => classes.map(({ share_class_id, name }) => [share_class_id, name] as const)));

/** Of a class, a convertible, or the options and warrants together. */
function nameOf(tables: readonly Table[]): (id: string) => string {
  const names = new Map([
    ...classNamesOf(tables),
    ...tables.flatMap(({ convertibles }) => convertibles.map(({ id, name }) => [id, name] as const)),
    ['options', 'Options'],
    ['warrants', 'Warrants'],
  ]);
  return (id) => names.get(id) ?? id;
}

interface TableProps {
  table: Table;
  title: string;
  classNames: ReadonlyMap<string, string>;
}

function TableOf({ table: { rows, total, round }, title, classNames }: TableProps) {
  const whole = decimal(total);
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {round && (
        <p className="sub">
          {classNames.get(round.share_class_id) ?? 'New shares'} at {round.price} a share: {money(round.new_money)} of
          new money, {money(round.pre_money)} before it and {money(round.post_money)} after it.
        </p>
      )}
      <table>
        <thead>
          <tr>
            <th scope="col">Holder</th>
            <th scope="col">Shares</th>
            <th scope="col">%</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ shareholder_id, name, total: own }) => (
            <tr key={shareholder_id ?? name}>
              <td>{name}</td>
              <td>{grouped(decimal(own))}</td>
              <td>{whole === 0n ? '0.00' : percentage(decimal(own), whole, 2)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td>All shares, fully diluted</td>
            <td>{grouped(whole)}</td>
            <td>100.00</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

interface ExitProps {
  exit: Shared['waterfalls'][number];
  title: string;
  nameOf: (id: string) => string;
}

function ExitOf({ exit: { net, payout, proceeds }, title, nameOf: named }: ExitProps) {
  const paid = Object.entries(payout).filter(([, { decimal: amount }]) => decimal(amount) > 0n);
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {net !== proceeds && <p className="sub">{money(net)} after costs and debt.</p>}
      <table>
        <thead>
          <tr>
            <th scope="col">Class</th>
            <th scope="col">Paid</th>
            <th scope="col">%</th>
          </tr>
        </thead>
        <tbody>
          {paid.map(([id, { decimal: amount }]) => (
            <tr key={id}>
              <td>{named(id)}</td>
              <td>{money(amount)}</td>
              <td>{percentage(decimal(amount), decimal(net), 2)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
