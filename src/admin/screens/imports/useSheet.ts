// One spreadsheet as it is read now, and the answers that make it be read again. Reading takes a second or more, so the
// answer to each PUT is taken as it is, and nothing is asked for twice.
import { say } from '#src/words/say.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { SheetAnswersBody, SheetReading } from '#src/contract/sheets.ts';
import { failureOf } from '#src/admin/kit/parts/states.tsx';
import { putAnswer, useConsoleData, useRead } from '#src/admin/session/useRead.ts';

export interface SheetAnswering {
  /** Keeps an answer; once the file has been read again, says whether it was kept. */
  answer: (body: SheetAnswersBody) => Promise<boolean>;
  isReading: boolean;
  /** Why the last answer was not kept. */
  problem: string | null;
}

/** The answer of the upload is shown as it is: reading a large file again takes seconds. */
const FRESH_MS = 5000;

export const sheetAddress = (id: string) => `/api/sheets/${encodeURIComponent(id)}`;

export function useSheet(id: string) {
  const data = useConsoleData();
  const queryClient = useQueryClient();
  const path = sheetAddress(id);
  const read = useRead<SheetReading>(path, FRESH_MS);
  const [waiting, setWaiting] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const last = useRef<Promise<boolean>>(Promise.resolve(true));

  const send = async (body: SheetAnswersBody) => {
    try {
      const reading = await data.send<SheetReading>('PUT', path, body);
      putAnswer(queryClient, path, reading);
      return true;
    } catch (error) {
      console.error('The answer was not saved', error);
      setProblem(failureOf(say`The answer was not saved.`, error));
      await read.refetch();
      return false;
    } finally {
      setWaiting((count) => count - 1);
    }
  };
  /** One after another: each answer is added to those before it. */
  const answer = (body: SheetAnswersBody): Promise<boolean> => {
    setProblem(null);
    setWaiting((count) => count + 1);
    last.current = last.current.then(() => send(body));
    return last.current;
  };
  return { read, answering: { answer, isReading: waiting > 0, problem } satisfies SheetAnswering };
}

/** A choice that shows at once, while its answer is on the way; afterwards what the reading says. */
export function useChosen<T>(read: T, send: (value: T) => Promise<unknown>): [T, (value: T) => void] {
  const [chosen, setChosen] = useState<{ value: T } | null>(null);
  const choose = async (value: T) => {
    const own = { value };
    setChosen(own);
    await send(value);
    setChosen((now) => (now === own ? null : now));
  };
  return [chosen === null ? read : chosen.value, (value) => void choose(value)];
}
