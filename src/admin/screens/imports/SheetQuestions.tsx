// What the file does not say: each question once, its answer kept at once and open to change.
import { say } from '#src/words/say.ts';
import type { SheetReading } from '#src/contract/sheets.ts';
import { QUESTION_WORDS } from '#src/domain/sheets/words.ts';
import { plural } from '#src/admin/kit/format.ts';
import { Card } from '#src/admin/kit/parts/Card.tsx';
import { ToneChip } from '#src/admin/kit/parts/ToneChip.tsx';
import { useChosen } from './useSheet.ts';
import type { SheetAnswering } from './useSheet.ts';
import { DayBox } from '#src/admin/kit/form/DayBox.tsx';
import { placeOf, rowsInWords } from './sheetPlaces.ts';
import type { GoTo } from './sheetPlaces.ts';
import styles from './sheets.module.css';

type Question = SheetReading['questions'][number];

/** An open question about caps is only a warning. */
export const mustBeAnswered = ({ answer, code }: Question): boolean => answer === null && code !== 'cap_basis';

interface SheetQuestionsProps {
  questions: Question[];
  answering: SheetAnswering;
  /** An applied file keeps its answers. */
  isOpen: boolean;
  /** Where the file is beside the list. */
  onGo?: GoTo | undefined;
}

const idOfQuestion = (id: string) => `question ${id}`;

/** To its chosen answer, else to its first choice. */
export function focusQuestion(id: string): void {
  const question = document.getElementById(idOfQuestion(id));
  question?.scrollIntoView({ block: 'nearest' });
  question?.querySelector<HTMLElement>('input:checked, input')?.focus();
}

export function SheetQuestions({ questions, answering, isOpen, onGo }: SheetQuestionsProps) {
  if (questions.length === 0) return null;
  const open = questions.filter(mustBeAnswered).length;
  return (
    <Card
      title={say`Questions`}
      about={
        open === 0
          ? say`Nothing has to be answered. An answer can be changed.`
          : say`${plural(open, say`question`, say`questions`)} to answer. The file is read again after each answer.`
      }
      flush
    >
      {questions.map((question) => (
        <OneQuestion key={question.id} question={question} answering={answering} isOpen={isOpen} onGo={onGo} />
      ))}
    </Card>
  );
}

interface OneQuestionProps {
  question: Question;
  answering: SheetAnswering;
  isOpen: boolean;
  onGo: GoTo | undefined;
}

function OneQuestion({ question, answering, isOpen, onGo }: OneQuestionProps) {
  const { id, code, text, choices } = question;
  const [answer, choose] = useChosen(question.answer, (value) =>
    value === null ? Promise.resolve() : answering.answer({ answers: { [id]: value } }),
  );
  const where = [QUESTION_WORDS[code], placeOf({ ...question, rows: rowsInWords(question.rows) })]
    .filter(Boolean)
    .join(' · ');
  return (
    <article className={styles.question} id={idOfQuestion(id)}>
      <fieldset disabled={!isOpen}>
        <legend>
          {text}
          <small>{where}</small>
        </legend>
        {choices.length === 0 ? (
          <span className="input-box">
            <DayBox aria-label={say`Day`} value={answer} onDay={(day) => day && choose(day)} />
          </span>
        ) : (
          choices.map(({ value, label }) => (
            <label key={value} className="box-choice">
              <input
                type="radio"
                name={`question ${id}`}
                value={value}
                checked={answer === value}
                onChange={() => choose(value)}
              />
              {label}
            </label>
          ))
        )}
      </fieldset>
      {onGo && (question.column !== null || question.rows.length > 0) && (
        <button
          type="button"
          className="link"
          onClick={() => onGo({ tab: question.tab, row: question.rows[0] ?? null, column: question.column })}
        >
          {say`Show it in the file`}
        </button>
      )}
      {answer === null ? (
        <ToneChip tone={code === 'cap_basis' ? 'neutral' : 'warning'}>
          {code === 'cap_basis' ? say`May stay open` : say`To answer`}
        </ToneChip>
      ) : (
        <ToneChip tone="success">{say`Answered`}</ToneChip>
      )}
    </article>
  );
}
