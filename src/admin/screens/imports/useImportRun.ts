// Sends an import's request and follows how far the server has come with it.
import { useCallback, useEffect, useState } from 'react';
import type { ImportProgress } from '../../../contract/imports.ts';
import type { CommandOptions } from '../../../dataProvider.ts';
import { groupDigits } from '../../kit/format.ts';
import { useConsoleData } from '../../session/useRead.ts';
import { newKey } from '../../../httpClient.ts';
import { useCommand } from '../../kit/verbs/useCommand.ts';

const POLL_MS = 700;

/** How far the run of that name is, in a sentence; null until it is known. */
export function useImportProgress(name: string | null): string | null {
  const data = useConsoleData();
  const [progress, setProgress] = useState<{ name: string; words: string } | null>(null);
  useEffect(() => {
    if (name === null) return;
    const ask = async () => {
      // The run itself says how it ended; that nothing is known yet of how far it is is no failure.
      const found = await data.read<ImportProgress>(`/api/ocf/import/progress/${name}`).catch(() => null);
      if (found) setProgress({ name, words: wordsOf(found) });
    };
    const timer = setInterval(() => void ask(), POLL_MS);
    return () => clearInterval(timer);
  }, [data, name]);
  return progress?.name === name ? progress.words : null;
}

/** `progress`: a sentence while something runs, else null. */
export function useImportRun() {
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
  return { run, isRunning: name !== null, progress: name === null ? null : (progress ?? 'Sending the package…') };
}

function wordsOf(progress: ImportProgress): string {
  if (progress.stage === 'reading') return 'Reading the package…';
  if (progress.stage === 'checking') return 'Checking every entry against the rules…';
  if (progress.stage === 'done') return 'Finishing…';
  return `Writing entries: ${groupDigits(String(progress.done ?? 0))} of ${groupDigits(String(progress.total ?? 0))}`;
}
