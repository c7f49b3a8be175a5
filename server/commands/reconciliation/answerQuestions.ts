// What a person says of the lines of a bank statement, where its file does not say it.
import type { Reconciliation } from '#src/contract/reconciliations.ts';
import type { Answers } from '#src/domain/reconciliation/questions.ts';
import { orgOf } from '#server/auth/actor.ts';
import { invalidFields } from '../core/checked.ts';
import type { CommandContext } from '../core/context.ts';
import { matchedLines, reconciliationOf, storedStatement } from './statements.ts';

/** Refuses: not_found (404); a question that the statement does not ask, or an answer that is none of its choices (422). */
export async function answerQuestions(context: CommandContext, id: string, answers: Answers): Promise<Reconciliation> {
  const { tx, actor, deps } = context;
  const statement = await storedStatement(context, id);
  const { questions } = await matchedLines(context, statement);
  const faults: Record<string, string> = {};
  for (const [question, answer] of Object.entries(answers)) {
    const asked = questions.find((each) => each.id === question);
    if (!asked) faults[`answers.${question}`] = 'This statement asks no such question.';
    else if (!asked.choices.some(({ value }) => value === answer))
      faults[`answers.${question}`] = `Choose one of: ${asked.choices.map(({ value }) => value).join(', ')}.`;
  }
  if (Object.keys(faults).length > 0) throw invalidFields(faults);
  const changed = Object.entries(answers).filter(([question, answer]) => statement.answers[question] !== answer);
  await tx.write(
    `insert into bank_statement_answer (org_id, id, statement_id, question, answer, answered_by, answered_at)
     select $1, r.id, $2, r.question, r.answer, $3, $4 from unnest($5::uuid[], $6::text[], $7::text[]) as r (id, question, answer)`,
    [
      orgOf(actor),
      statement.id,
      actor.account_id,
      deps.now().toISOString(),
      changed.map(() => deps.newId()),
      changed.map(([question]) => question),
      changed.map(([, answer]) => answer),
    ],
  );
  return reconciliationOf(context, statement.id);
}
