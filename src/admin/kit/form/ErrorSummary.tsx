// The list of errors above a form: takes the focus after a failed attempt and links to each field.
import { say } from '#src/words/say.ts';
import { useEffect, useRef } from 'react';
import { useFormState } from 'react-hook-form';
import { labelOf } from '#src/resources/kit/defineResource.ts';
import type { Fields } from '#src/resources/kit/fields.ts';
import { withDays } from '../format.ts';
import { Icon } from '../icons.tsx';
import { inputId } from './inputId.ts';

export interface ErrorSummaryProps {
  fields: Fields;
  /** Labels of inputs that no field declares. */
  labels?: Readonly<Record<string, string>>;
  /** The server's sentence about the whole attempt. */
  problem: string | null;
  /** Each attempt clears the server's message of the previous one, even if the form's own checks stop it. */
  setProblem: (none: null) => void;
}

export function ErrorSummary({ fields, labels, problem, setProblem }: ErrorSummaryProps) {
  const { errors, submitCount, isSubmitting } = useFormState();
  const box = useRef<HTMLDivElement>(null);
  const named = Object.entries(errors)
    .filter(([name]) => name !== 'root')
    .toSorted(([one], [other]) => placeOf(one, other));
  const isShown = submitCount > 0 && (named.length > 0 || problem !== null);
  useEffect(() => {
    if (isSubmitting) setProblem(null);
  }, [isSubmitting, setProblem]);
  const seen = useRef(0);
  useEffect(() => {
    // Only once per attempt: an error found while somebody types must not move the focus out of their input.
    if (isSubmitting || submitCount === seen.current) return;
    seen.current = submitCount;
    if (isShown) box.current?.focus();
  }, [isShown, isSubmitting, submitCount]);
  if (!isShown) return null;
  const messages = named.map(([, error]) => messageOf(error));
  return (
    <div className="alert error" role="alert" tabIndex={-1} ref={box}>
      <Icon name="alert" />
      <div>
        <h2>{headingOf(problem, messages)}</h2>
        {named.length > 0 && (
          <ul>
            {named.map(([name], index) => (
              <li key={name}>
                <a href={`#${inputId(name)}`} onClick={(event) => focusField(event, name)}>
                  {labels?.[name] ?? labelOf({ fields }, name)}
                </a>
                : {messages[index]}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

/** In the order of their inputs on the page; errors without an input come last. */
function placeOf(one: string, other: string): number {
  const [a, b] = [one, other].map((name) => document.getElementById(inputId(name)));
  if (!a || !b) return Number(!a) - Number(!b);
  return a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}

/** When the server's overall sentence repeats that of its one field, only the list shows it. */
function headingOf(problem: string | null, messages: readonly string[]): string {
  const repeated = messages.find((message) => problem?.endsWith(message));
  if (problem !== null && repeated === undefined) return problem;
  const count = messages.length === 1 ? say`One thing to correct:` : say`${messages.length} things to correct:`;
  return `${problem?.slice(0, -repeated!.length) ?? ''}${count}`;
}

function focusField(event: { preventDefault: () => void }, name: string): void {
  event.preventDefault();
  document.getElementById(inputId(name))?.focus();
}

/** react-admin wraps messages, once or twice, to carry translation arguments; ours are plain sentences. */
export function messageOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'message' in error) return messageOf(error.message);
  if (typeof error === 'string') return withDays(error.replace(/^@@react-admin@@"?/, '').replace(/"$/, ''));
  return say`This value is not valid.`;
}
