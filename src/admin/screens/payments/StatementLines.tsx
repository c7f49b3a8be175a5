// The lines of a bank statement that are payments under way, to be confirmed; those whose payments are completed; and the
// others, each with why.
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { Link } from 'react-router-dom';
import type { Reconciliation, ReconciliationConfirmed } from '../../../contract/reconciliations.ts';
import { formatDecimal, parseDecimal } from '../../../domain/figures/decimal.ts';
import { formatAmount, formatDay, formatMoney, plural, withDays } from '../../kit/format.ts';
import { Card } from '../../kit/parts/Card.tsx';
import { ScrollBox } from '../../kit/parts/ScrollBox.tsx';
import { TableHead } from '../../kit/parts/TableHead.tsx';
import { focusHeading } from '../../kit/parts/focusHeading.ts';
import { failureOf } from '../../kit/parts/states.tsx';
import { showPath } from '../../kit/paths.ts';
import { useConsoleData } from '../../session/useRead.ts';
import styles from './payments.module.css';
import { useCommand } from '../../kit/verbs/useCommand.ts';

type Line = Reconciliation['matches'][number];
type Unmatched = Reconciliation['unmatched'][number];

const WORDS: Record<Unmatched['why'], string> = {
  unreadable: 'Cannot be read',
  money_in: 'Money that came in',
  no_such_reference: 'No such reference',
  amount_differs: 'Amount differs',
  two_candidates: 'Two candidates',
  not_processing: 'Not under way',
  day_not_possible: 'Day not possible',
};

interface StatementLinesProps {
  statement: Reconciliation;
  path: string;
  mayWrite: boolean;
}

export function StatementLines({ statement: { matches, completed, unmatched }, path, mayWrite }: StatementLinesProps) {
  const data = useConsoleData();
  const run = useCommand();
  const notify = useNotify();
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [refused, setRefused] = useState<ReconciliationConfirmed['refused']>([]);
  const chosen = matches.filter(({ line }) => !left.has(line));
  const toggle = (line: number) => {
    const next = new Set(left);
    if (!next.delete(line)) next.add(line);
    setLeft(next);
  };
  const confirm = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const body = { lines: chosen.map(({ line }) => line) };
      const answer = await run([path, body], (options) =>
        data.send<ReconciliationConfirmed>('POST', `${path}/confirm`, body, options),
      );
      setRefused(answer.refused);
      notify(`${plural(answer.done, 'payment')} completed`, { type: 'success' });
      // The button cannot be pressed again until another line is chosen.
      focusHeading();
    } catch (error) {
      console.error('Confirming a bank statement failed', error);
      setProblem(failureOf('Nothing was completed.', error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="stack">
      <Card
        title={titled('To confirm', plural(matches.length, 'payment'), sumsOf(matches))}
        about={matches.length > 0 && 'They are completed with the day and the reference of the statement.'}
        end={
          mayWrite &&
          matches.length > 0 && (
            <button
              type="button"
              className="btn primary"
              disabled={isBusy || chosen.length === 0}
              onClick={() => void confirm()}
            >
              {isBusy ? 'Completing…' : `Complete ${plural(chosen.length, 'payment')}`}
            </button>
          )
        }
        flush
      >
        {problem && (
          <p className={`alert error ${styles.said}`} role="alert">
            {problem}
          </p>
        )}
        {refused.length > 0 && (
          <div className={`alert warning ${styles.said}`} role="alert">
            <ul aria-label="Refused lines">
              {refused.map(({ line, detail }) => (
                <li key={line}>
                  Line {line}: {withDays(detail)}
                </li>
              ))}
            </ul>
          </div>
        )}
        {matches.length === 0 ? (
          <p className="body mut">
            {completed.length > 0 ? 'Nothing is left to confirm.' : 'No line is a payment that is under way.'}
          </p>
        ) : (
          <ScrollBox label="Lines to confirm, table">
            <table className="dense as-cards">
              <TableHead
                columns={[...(mayWrite ? ['Confirm'] : []), 'Line', 'Day', ['Amount', 'r'], 'Payment', 'Reference']}
              />
              <tbody>
                {matches.map((each) => (
                  <tr key={each.line}>
                    {mayWrite && (
                      <td data-label="Confirm">
                        <input
                          type="checkbox"
                          aria-label={`Confirm line ${each.line}, ${each.payment.shareholder}`}
                          checked={!left.has(each.line)}
                          disabled={isBusy}
                          onChange={() => toggle(each.line)}
                        />
                      </td>
                    )}
                    <Facts of={each} />
                    <td>
                      <PaymentLink of={each.payment} />
                    </td>
                    <Reference of={each} />
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollBox>
        )}
      </Card>
      {completed.length > 0 && <Completed lines={completed} />}
      <Card
        title={titled('Not matched', plural(unmatched.length, 'line'), sumsOf(unmatched.filter(isPaidOut)))}
        about={aboutUnmatched(sumsOf(unmatched.filter((each) => !isPaidOut(each))))}
        flush
      >
        {unmatched.length === 0 ? (
          <p className="body mut">Every line is a payment.</p>
        ) : (
          <ScrollBox label="Lines that are not matched, table">
            <table className="dense as-cards">
              <TableHead columns={['Line', 'Day', ['Amount', 'r'], 'Why', 'Payment', 'Reference']} />
              <tbody>
                {unmatched.map((each) => (
                  <tr key={each.line}>
                    <Facts of={each} />
                    <td className={styles.why}>
                      <b>{WORDS[each.why]}</b> <span className="mut">{withDays(each.detail)}</span>
                    </td>
                    <td className={each.payment ? undefined : 'blank'} data-label="Payment">
                      {each.payment ? <PaymentLink of={each.payment} /> : '–'}
                    </td>
                    <Reference of={each} />
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollBox>
        )}
      </Card>
    </div>
  );
}

/** Nothing is left to do with these. */
function Completed({ lines }: { lines: Reconciliation['completed'] }) {
  return (
    <Card
      title={titled('Completed', plural(lines.length, 'line'), sumsOf(lines))}
      about="Their payments are completed, and amount and reference fit."
      flush
    >
      <ScrollBox label="Lines whose payments are completed, table">
        <table className="dense">
          <TableHead columns={['Line', 'Day', ['Amount', 'r'], 'Payment', 'Completed on', 'Reference']} />
          <tbody>
            {lines.map((each) => (
              <tr key={each.line}>
                <Facts of={each} />
                <td>
                  <PaymentLink of={each.payment} />
                </td>
                <td>{each.completed_on ? formatDay(each.completed_on) : '–'}</td>
                <td>{each.reference}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </Card>
  );
}

type Amounts = Pick<Line, 'amount' | 'currency'> & { payment: Line['payment'] | null };

const isPaidOut = ({ why }: Unmatched) => why !== 'money_in';

/** One sum for each currency. A statement that names none is in that of the payment, where the line has one. */
function sumsOf(lines: readonly Amounts[]): string[] {
  const sums = new Map<string, bigint>();
  for (const { amount, currency, payment } of lines) {
    const units = parseDecimal(amount);
    if (units === null) continue;
    const code = currency ?? payment?.currency ?? '';
    sums.set(code, (sums.get(code) ?? 0n) + units);
  }
  return [...sums].map(([code, sum]) =>
    code === '' ? formatAmount(formatDecimal(sum)) : formatMoney(formatDecimal(sum), code),
  );
}

const titled = (name: string, count: string, sums: readonly string[]) => [`${name}: ${count}`, ...sums].join(', ');

const aboutUnmatched = (cameIn: readonly string[]) =>
  cameIn.length === 0
    ? 'Nothing is done with these.'
    : `Nothing is done with these. The sum is of what was paid; ${cameIn.join(', ')} came in.`;

const Facts = ({ of: { line, date, amount, currency } }: { of: Omit<Line, 'payment'> }) => (
  <>
    <td data-label="Line">{line}</td>
    <td className={date ? undefined : 'blank'} data-label="Day">
      {date ? formatDay(date) : '–'}
    </td>
    <td className={amount === null ? 'r blank' : 'r'} data-label="Amount">
      {amount === null ? '–' : `${formatAmount(amount)} ${currency ?? ''}`.trim()}
    </td>
  </>
);

const Reference = ({ of: { reference } }: { of: Pick<Line, 'reference'> }) => (
  <td className={styles.reference} data-label="Reference">
    {reference}
  </td>
);

const PaymentLink = ({ of: { id, shareholder, distribution } }: { of: Line['payment'] }) => (
  <Link className="link" to={showPath('payments', id)}>
    {shareholder}, {distribution}
  </Link>
);
