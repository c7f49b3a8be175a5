// What a statement does not say, as questions to a person, and what the answers make of its lines.
import { say } from '#src/words/say.ts';
import { plainWords } from './bankWords.ts';
import type { LineQuestion, StatementLine } from './statement.ts';

export const questionAnswers = ['out', 'in', 'booked', 'not_booked'] as const;
export type QuestionAnswer = (typeof questionAnswers)[number];

export interface StatementQuestion {
  id: string;
  question: string;
  /** The lines that wait for it. */
  lines: number[];
  choices: { value: QuestionAnswer; label: string }[];
  answer: QuestionAnswer | null;
}
export type Answers = Readonly<Record<string, QuestionAnswer>>;

const questionId = ({ kind, word }: LineQuestion): string =>
  word === '' ? kind : `${kind}:${plainWords(word) || word}`;

const WAYS = [
  { value: 'out', label: say`Money out` },
  { value: 'in', label: say`Money in` },
] as const;
const STANDINGS = [
  { value: 'booked', label: say`Booked` },
  { value: 'not_booked', label: say`Not booked, or not paid` },
] as const;

const TEXTS: Record<LineQuestion['kind'], (question: LineQuestion) => string> = {
  direction_word: ({ word, column }) => say`Which way did the money go where it says “${word}”${inColumn(column)}?`,
  direction_unsigned: () => say`Some lines say which way the money went. Which way did it go on the others?`,
  direction_kind: ({ word, column }) => say`Which way did the money go where it says “${word}”${inColumn(column)}?`,
  direction_sign: ({ word }) =>
    say`Some amounts in the money-out column have a minus, and others have none. Which way did those ${word === '' ? say`without a minus` : say`with a minus`} go?`,
  direction_text: () =>
    say`The text speaks of money that came in or came back, and nothing says which way it went. Which way was it?`,
  standing_word: ({ word, column }) => say`Is a line booked where it says “${word}”${inColumn(column)}?`,
  standing_text: ({ word }) => say`The text says “${word}”. Is a line with this word booked, and was it paid?`,
};
const inColumn = (column: string) => (column === '' ? '' : say` under “${column}”`);

/** Until it is answered, nothing of the file is matched. The others hold their own lines. */
const isOfFile = ({ kind }: LineQuestion) => kind === 'direction_word' || kind === 'direction_unsigned';

/** `namesPayment`: whether a line names any; where it does not, its own questions change nothing. */
export function questionsOf(
  lines: readonly StatementLine[],
  answers: Answers,
  namesPayment: (line: StatementLine) => boolean,
): StatementQuestion[] {
  const found = new Map<string, { question: LineQuestion; lines: number[] }>();
  for (const line of lines) {
    if (line.fault !== null || line.not_booked !== undefined) continue;
    for (const question of line.questions ?? []) {
      if (!isOfFile(question) && !namesPayment(line)) continue;
      const id = questionId(question);
      const known = found.get(id);
      if (known) known.lines.push(line.number);
      else found.set(id, { question, lines: [line.number] });
    }
  }
  return [...found].map(([id, { question, lines: numbers }]) => ({
    id,
    question: TEXTS[question.kind](question),
    lines: numbers,
    choices: [...(question.kind === 'standing_word' || question.kind === 'standing_text' ? STANDINGS : WAYS)],
    answer: answers[id] ?? null,
  }));
}

export const isFileOpen = (lines: readonly StatementLine[], answers: Answers): boolean =>
  lines.some(
    ({ questions = [], fault, not_booked }) =>
      fault === null &&
      not_booked === undefined &&
      questions.some((question) => isOfFile(question) && answers[questionId(question)] === undefined),
  );

/** The line as the answers make it; `isOpen` while one is missing. */
export function answered(line: StatementLine, answers: Answers): { line: StatementLine; isOpen: boolean } {
  let [result, isOpen] = [line, false];
  for (const question of line.questions ?? []) {
    const answer = answers[questionId(question)];
    if (answer === undefined) isOpen = true;
    else if (answer === 'out' || answer === 'in') result = { ...result, direction: answer };
    else if (answer === 'not_booked') result = { ...result, not_booked: question.word };
  }
  return { line: result, isOpen };
}
