// Money that came in and names a payment: a person chooses what came back, and it is recorded as returned.
import { say } from '#src/words/say.ts';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { ReconciliationConfirmed } from '#src/contract/reconciliations.ts';
import { plural, withDays } from '#src/admin/kit/format.ts';
import { Card } from '#src/admin/kit/parts/Card.tsx';
import { focusHeading } from '#src/admin/kit/parts/focusHeading.ts';
import { useAct } from '#src/admin/kit/parts/useAct.ts';
import { useCommand } from '#src/admin/kit/verbs/useCommand.ts';
import { useConsoleData } from '#src/admin/session/useRead.ts';
import styles from './payments.module.css';
import { ChosenLines } from './ChosenLines.tsx';
import { sumsOf, titled } from './statementParts.tsx';
import type { Unmatched } from './statementParts.tsx';

interface StatementReturnsProps {
  lines: Unmatched[];
  path: string;
  mayWrite: boolean;
}

/** Nothing is chosen at first: a payment that is recorded as returned can be paid again. */
export function StatementReturns({ lines, path, mayWrite }: StatementReturnsProps) {
  const data = useConsoleData();
  const run = useCommand();
  const notify = useNotify();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const { act, isBusy, problem } = useAct();
  const [refused, setRefused] = useState<ReconciliationConfirmed['refused']>([]);
  const returns = lines.filter(({ line }) => chosen.has(line)).map(({ line }) => line);
  const toggle = (line: number) => {
    const next = new Set(chosen);
    if (!next.delete(line)) next.add(line);
    setChosen(next);
  };
  const record = () => {
    setRefused([]);
    return act(say`Nothing was recorded.`, async () => {
      const answer = await run([path, { returns }], (options) =>
        data.send<ReconciliationConfirmed>('POST', `${path}/confirm`, { returns }, options),
      );
      setChosen(new Set());
      setRefused(answer.refused);
      notify(say`${plural(answer.returned ?? 0, say`return`, say`returns`)} recorded`, { type: 'success' });
      focusHeading();
    });
  };
  const problems = [
    ...(problem ? [problem] : []),
    ...refused.map(({ line, detail }) => say`Line ${line}: ${withDays(detail)}`),
  ];
  return (
    <Card
      title={titled(say`Came back`, plural(lines.length, say`payment`, say`payments`), sumsOf(lines))}
      about={say`This money came in, and each line names a payment. Choose those that came back: they are marked as failed, and their holders are notified.`}
      end={
        mayWrite && (
          <button type="button" className="btn" disabled={isBusy || returns.length === 0} onClick={() => void record()}>
            {isBusy ? say`Recording…` : say`Record ${plural(returns.length, say`return`, say`returns`)}`}
          </button>
        )
      }
      flush
    >
      {problems.length > 0 && (
        <div className={`alert error ${styles.said}`} role="alert">
          {problems.map((each) => (
            <p key={each}>{each}</p>
          ))}
        </div>
      )}
      <ChosenLines
        label={say`Lines that came back, table`}
        head={say`Came back`}
        lines={lines.map((each) => ({ ...each, payment: each.payment! }))}
        nameOf={({ line, payment }) => say`Line ${line} came back, ${payment.shareholder}`}
        isChosen={(line) => chosen.has(line)}
        onToggle={mayWrite ? toggle : null}
        isBusy={isBusy}
      />
    </Card>
  );
}
