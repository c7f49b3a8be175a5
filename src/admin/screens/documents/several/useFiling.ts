// Files rows one after another by the ordinary upload. Each attempt has a key of its own, so a retry never files twice.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { HttpError, isOutcomeUnknown, newKey } from '#src/httpClient.ts';
import { sentenceOf } from '#src/admin/kit/parts/states.tsx';
import { useConsoleData } from '#src/admin/session/useRead.ts';
import { sentOf } from './fileRows.ts';
import type { FileRow } from './fileRows.ts';

export interface Filing {
  file: (rows: readonly FileRow[]) => Promise<void>;
  stop: () => void;
  /** How many of how many are done, while it runs. */
  progress: { done: number; total: number } | null;
}

type Patch = (id: string, change: Partial<FileRow>) => void;

/** No answer, an ended session, or too many uploads: the others would not be taken either. */
const ENDS_ALL = new Set([0, 401, 429, 503]);

export function useFiling(patch: Patch): Filing {
  const data = useConsoleData();
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState<Filing['progress']>(null);
  const isStopped = useRef(false);
  useEffect(() => {
    if (!progress) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [progress]);

  /** True if the rows after it may be tried. */
  const fileOne = async (row: FileRow): Promise<boolean> => {
    const key = row.key ?? newKey();
    patch(row.id, { state: 'sending', problem: null });
    try {
      await data.create('documents', { data: sentOf(row), meta: { idempotencyKey: key } });
      patch(row.id, { state: 'filed', key: null });
      return true;
    } catch (error) {
      console.error(`${row.file.name} was not filed`, error);
      patch(row.id, { state: 'refused', problem: sentenceOf(error), key: isOutcomeUnknown(error) ? key : null });
      return error instanceof HttpError && !ENDS_ALL.has(error.status);
    }
  };
  const file = async (rows: readonly FileRow[]) => {
    isStopped.current = false;
    setProgress({ done: 0, total: rows.length });
    for (const [index, row] of rows.entries()) {
      if (isStopped.current || !(await fileOne(row))) break;
      setProgress({ done: index + 1, total: rows.length });
    }
    setProgress(null);
    void queryClient.invalidateQueries();
  };
  return { file, stop: () => void (isStopped.current = true), progress };
}
