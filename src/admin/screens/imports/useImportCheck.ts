// What applying an import would find with the versions that are chosen. The findings it was read with know of no choice:
// a version taken may break a rule that ours keeps, or settle what ours broke.
import { useCallback, useEffect, useState } from 'react';
import { useConsoleData } from '../../session/useRead.ts';
import { newKey } from '../../../httpClient.ts';
import type { Finding, ImportAnswer, Side } from '../../../contract/imports.ts';
import { useImportProgress } from './useImportRun.ts';

/** Several choices made one after another are checked once. */
const SETTLED_AFTER_MS = 500;

interface Outcome {
  of: string;
  findings: Finding[] | null;
  error: unknown;
}

export interface ImportCheck {
  /** Null: nothing was checked with these choices, so what was found when it was read stands. */
  findings: Finding[] | null;
  error: unknown;
  isChecking: boolean;
  progress: string | null;
  retry: () => void;
  /** What an attempt to apply has found with these choices. */
  take: (findings: Finding[]) => void;
}

/** Of an import that is `isOpen`. What stays ours is as it was read: only the versions taken are a question. */
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
