// The lines of a bank statement that are payments under way, to be confirmed; those whose payments are completed; and the
// others, each with why.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { Reconciliation, ReconciliationConfirmed } from '#src/contract/reconciliations.ts';
import { formatDay, plural, withDays } from '#src/admin/kit/format.ts';
import { Card } from '#src/admin/kit/parts/Card.tsx';
import { ScrollBox } from '#src/admin/kit/parts/ScrollBox.tsx';
import { TableHead } from '#src/admin/kit/parts/TableHead.tsx';
import { focusHeading } from '#src/admin/kit/parts/focusHeading.ts';
import { useAct } from '#src/admin/kit/parts/useAct.ts';
import { useConsoleData } from '#src/admin/session/useRead.ts';
import styles from './payments.module.css';
import { ChosenLines } from './ChosenLines.tsx';
import { StatementReturns } from './StatementReturns.tsx';
import { Facts, PaymentLink, Reference, sumsOf, titled } from './statementParts.tsx';
import type { Unmatched } from './statementParts.tsx';
import { useCommand } from '#src/admin/kit/verbs/useCommand.ts';

const WORDS: Record<Unmatched['why'], string> = {
  unreadable: say`Cannot be read`,
  not_booked: say`Not booked`,
  asked: say`Waits for an answer`,
  money_in: say`Money that came in`,
  no_such_reference: say`No such reference`,
  amount_differs: say`Amount differs`,
  two_candidates: say`Two candidates`,
  not_processing: say`Not under way`,
  day_not_possible: say`Day not possible`,
};

interface StatementLinesProps {
  statement: Reconciliation;
  path: string;
  mayWrite: boolean;
}

export function StatementLines({ statement, path, mayWrite }: StatementLinesProps) {
  const { matches, completed } = statement;
  const returns = statement.unmatched.filter(({ is_return }) => is_return);
  const unmatched = statement.unmatched.filter(({ is_return }) => !is_return);
  const data = useConsoleData();
  const run = useCommand();
  const notify = useNotify();
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const { act, isBusy, problem } = useAct();
  const [refused, setRefused] = useState<ReconciliationConfirmed['refused']>([]);
  const chosen = matches.filter(({ line }) => !left.has(line));
  const toggle = (line: number) => {
    const next = new Set(left);
    if (!next.delete(line)) next.add(line);
    setLeft(next);
  };
  const confirm = () =>
    act(say`Nothing was completed.`, async () => {
      const body = { lines: chosen.map(({ line }) => line) };
      const answer = await run([path, body], (options) =>
        data.send<ReconciliationConfirmed>('POST', `${path}/confirm`, body, options),
      );
      setRefused(answer.refused);
      notify(say`${plural(answer.done, say`payment`, say`payments`)} completed`, { type: 'success' });
      // The button cannot be pressed again until another line is chosen.
      focusHeading();
    });
  return (
    <div className="stack">
      <Card
        title={titled(say`To confirm`, plural(matches.length, say`payment`, say`payments`), sumsOf(matches))}
        about={matches.length > 0 && say`They are completed with the day and the reference of the statement.`}
        end={
          mayWrite &&
          matches.length > 0 && (
            <button
              type="button"
              className="btn primary"
              disabled={isBusy || chosen.length === 0}
              onClick={() => void confirm()}
            >
              {isBusy ? say`Completing…` : say`Complete ${plural(chosen.length, say`payment`, say`payments`)}`}
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
            <ul aria-label={say`Refused lines`}>
              {refused.map(({ line, detail }) => (
                <li key={line}>{sayAround`Line ${line}: ${withDays(detail)}`}</li>
              ))}
            </ul>
          </div>
        )}
        {matches.length === 0 ? (
          <p className="body mut">
            {unmatched.some(({ why }) => why === 'asked')
              ? say`Some lines wait for an answer above.`
              : completed.length > 0
                ? say`Nothing is left to confirm.`
                : say`No line matches a payment that is under way.`}
          </p>
        ) : (
          <ChosenLines
            label={say`Lines to confirm, table`}
            head={say`Confirm`}
            lines={matches}
            nameOf={({ line, payment }) => say`Confirm line ${line}, ${payment.shareholder}`}
            isChosen={(line) => !left.has(line)}
            onToggle={mayWrite ? toggle : null}
            isBusy={isBusy}
          />
        )}
      </Card>
      {returns.length > 0 && <StatementReturns lines={returns} path={path} mayWrite={mayWrite} />}
      {completed.length > 0 && <Completed lines={completed} />}
      <Card
        title={titled(
          say`Not matched`,
          plural(unmatched.length, say`line`, say`lines`),
          sumsOf(unmatched.filter(isPaidOut)),
        )}
        about={aboutUnmatched(sumsOf(unmatched.filter(({ why }) => why === 'money_in')))}
        flush
      >
        {unmatched.length === 0 ? (
          <p className="body mut">{say`Every line matches a payment.`}</p>
        ) : (
          <ScrollBox label={say`Lines that are not matched, table`}>
            <table className="dense as-cards">
              <TableHead columns={[say`Line`, say`Day`, [say`Amount`, 'r'], say`Why`, say`Payment`, say`Reference`]} />
              <tbody>
                {unmatched.map((each) => (
                  <tr key={each.line}>
                    <Facts of={each} />
                    <td className={styles.why}>
                      <b>{WORDS[each.why]}</b> <span className="mut">{withDays(each.detail)}</span>
                    </td>
                    <td className={each.payment ? undefined : 'blank'} data-label={say`Payment`}>
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
      title={titled(say`Completed`, plural(lines.length, say`line`, say`lines`), sumsOf(lines))}
      about={say`Their payments are completed, and amount and reference fit.`}
      flush
    >
      <ScrollBox label={say`Lines whose payments are completed, table`}>
        <table className="dense">
          <TableHead
            columns={[say`Line`, say`Day`, [say`Amount`, 'r'], say`Payment`, say`Completed on`, say`Reference`]}
          />
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

/** A line that is not booked, or waits for an answer, is not known to have been paid. */
const isPaidOut = ({ why }: Unmatched) => why !== 'money_in' && why !== 'not_booked' && why !== 'asked';

const aboutUnmatched = (cameIn: readonly string[]) =>
  cameIn.length === 0
    ? say`Nothing is done with these.`
    : say`These need no action. The sum is what was paid; ${cameIn.join(', ')} came in.`;
