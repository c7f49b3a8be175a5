// Sends an import's request and polls the server for its progress.
import { say } from '#src/words/say.ts';
import { useCallback, useEffect, useState } from 'react';
import type { ImportProgress } from '#src/contract/imports.ts';
import type { CommandOptions } from '#src/dataProvider.ts';
import { groupDigits } from '#src/admin/kit/format.ts';
import { useConsoleData } from '#src/admin/session/useRead.ts';
import { newKey } from '#src/httpClient.ts';
import { useCommand } from '#src/admin/kit/verbs/useCommand.ts';

const POLL_MS = 700;

/** The progress of the named run, in a sentence; null until known. */
export function useImportProgress(name: string | null): string | null {
  const data = useConsoleData();
  const [progress, setProgress] = useState<{ name: string; words: string } | null>(null);
  useEffect(() => {
    if (name === null) return;
    const ask = async () => {
      // The request itself reports how the run ended; a missing progress answer is not a failure.
      const found = await data.read<ImportProgress>(`/api/ocf/import/progress/${name}`).catch(() => null);
      if (found && found.stage !== 'waiting') setProgress({ name, words: wordsOf(found) });
    };
    const timer = setInterval(() => void ask(), POLL_MS);
    return () => clearInterval(timer);
  }, [data, name]);
  return progress?.name === name ? progress.words : null;
}

/** In: what is said until the server says more. `progress`: a sentence while something runs, else null. */
export function useImportRun(first = say`Sending the package…`) {
  const runCommand = useCommand();
  const [name, setName] = useState<string | null>(null);
  const progress = useImportProgress(name);
  const run = useCallback(
    async <T>(request: unknown, send: (options: CommandOptions, progressName: string) => Promise<T>): Promise<T> => {
      const own = newKey();
      setName(own);
      try {
        return await runCommand(request, (options) => send(options, own));
      } finally {
        setName(null);
      }
    },
    [runCommand],
  );
  return { run, isRunning: name !== null, progress: name === null ? null : (progress ?? first) };
}

function wordsOf(progress: ImportProgress): string {
  if (progress.stage === 'reading') return say`Reading the package…`;
  if (progress.stage === 'checking') return say`Checking every entry against the rules…`;
  if (progress.stage === 'done') return say`Finishing…`;
  return say`Writing entries: ${groupDigits(String(progress.done ?? 0))} of ${groupDigits(String(progress.total ?? 0))}`;
}
