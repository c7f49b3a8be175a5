// What a bank statement does not say: each question once, its answer kept at once and open to change.
import { say } from '#src/words/say.ts';
import type { Reconciliation } from '#src/contract/reconciliations.ts';
import { plural } from '#src/admin/kit/format.ts';
import { Card } from '#src/admin/kit/parts/Card.tsx';
import { ToneChip } from '#src/admin/kit/parts/ToneChip.tsx';
import { useAct } from '#src/admin/kit/parts/useAct.ts';
import { useCommand } from '#src/admin/kit/verbs/useCommand.ts';
import { useConsoleData } from '#src/admin/session/useRead.ts';
import styles from './payments.module.css';

interface StatementQuestionsProps {
  questions: Reconciliation['questions'];
  path: string;
  mayWrite: boolean;
}

const SHOWN = 8;
const linesInWords = (lines: readonly number[]) =>
  `${lines.length === 1 ? say`Line` : say`Lines`} ${lines.slice(0, SHOWN).join(', ')}${lines.length > SHOWN ? say` and ${lines.length - SHOWN} more` : ''}`;

export function StatementQuestions({ questions, path, mayWrite }: StatementQuestionsProps) {
  const data = useConsoleData();
  const run = useCommand();
  const { act, isBusy, problem } = useAct();
  const open = questions.filter(({ answer }) => answer === null).length;
  const answer = (id: string, value: string) =>
    act(say`The answer was not kept.`, async () => {
      const body = { answers: { [id]: value } };
      await run([path, body], (options) => data.send<Reconciliation>('PUT', `${path}/answers`, body, options));
    });
  return (
    <Card
      title={say`Questions`}
      about={
        open === 0
          ? say`All are answered. An answer can be changed.`
          : say`${plural(open, say`question`, say`questions`)} to answer. The lines are matched again after each answer.`
      }
      flush
    >
      {problem && (
        <p className={`alert error ${styles.said}`} role="alert">
          {problem}
        </p>
      )}
      {questions.map(({ id, question, lines, choices, answer: given }) => (
        <article key={id} className={styles.question}>
          <fieldset disabled={!mayWrite} aria-busy={isBusy}>
            <legend>
              {question}
              <small>{linesInWords(lines)}</small>
            </legend>
            {choices.map(({ value, label }) => (
              <label key={value} className="box-choice">
                <input
                  type="radio"
                  name={`question ${id}`}
                  value={value}
                  checked={given === value}
                  onChange={() => !isBusy && void answer(id, value)}
                />
                {label}
              </label>
            ))}
          </fieldset>
          <ToneChip tone={given === null ? 'warning' : 'success'}>
            {given === null ? say`To answer` : say`Answered`}
          </ToneChip>
        </article>
      ))}
    </Card>
  );
}
