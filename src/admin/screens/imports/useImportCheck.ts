// Checks an import again with the chosen versions. The first findings were made before any choice:
// a version from the package may break a rule that ours keeps, or settle one that ours breaks.
import { useCallback, useEffect, useState } from 'react';
import { useConsoleData } from '#src/admin/session/useRead.ts';
import { newKey } from '#src/httpClient.ts';
import type { Finding, ImportAnswer, Side } from '#src/contract/imports.ts';
import { useImportProgress } from './useImportRun.ts';

/** Several choices in quick succession are checked once. */
const SETTLED_AFTER_MS = 500;

interface Outcome {
  of: string;
  findings: Finding[] | null;
  error: unknown;
}

export interface ImportCheck {
  /** Null: these choices have not been checked, so the first findings stand. */
  findings: Finding[] | null;
  error: unknown;
  isChecking: boolean;
  progress: string | null;
  retry: () => void;
  /** Takes the findings of an attempt to apply with these choices. */
  take: (findings: Finding[]) => void;
}

/** Only for an import that `isOpen`. Keeping our version changes nothing; only the package's versions are checked. */
export function useImportCheck(id: string, isOpen: boolean, sides: Record<string, Side>): ImportCheck {
  const data = useConsoleData();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [name, setName] = useState<string | null>(null);
  const taken = Object.keys(sides).filter((each) => sides[each] === 'theirs');
  const of = JSON.stringify(taken.toSorted());
  const isChecking = isOpen && taken.length > 0 && outcome?.of !== of;
  useEffect(() => {
    if (!isChecking) return;
    const cancelled = new AbortController();
    const { signal } = cancelled;
    const objects = Object.fromEntries((JSON.parse(of) as string[]).map((each) => [each, 'theirs' as const]));
    const check = async () => {
      const own = newKey();
      setName(own);
      try {
        const body = { dry_run: true, choices: { objects }, progress: own };
        const path = `/api/ocf/imports/${id}/apply`;
        const { findings } = await data.send<ImportAnswer>('POST', path, body, { signal });
        if (!signal.aborted) setOutcome({ of, findings, error: null });
      } catch (error) {
        if (signal.aborted) return;
        console.error('The choices could not be checked', error);
        setOutcome({ of, findings: null, error });
      } finally {
        if (!signal.aborted) setName(null);
      }
    };
    const timer = setTimeout(() => void check(), SETTLED_AFTER_MS);
    return () => {
      clearTimeout(timer);
      cancelled.abort();
      setName(null);
    };
  }, [data, id, isChecking, of]);
  const current = outcome?.of === of ? outcome : null;
  return {
    findings: current?.findings ?? null,
    error: current?.error ?? null,
    isChecking,
    progress: useImportProgress(name),
    retry: useCallback(() => setOutcome(null), []),
    take: (findings) => setOutcome({ of, findings, error: null }),
  };
}
