// What was typed survives a failed request, a reload and the back button: it is kept in the tab until it is saved.
import { useEffect, useMemo } from 'react';
import { useFormContext } from 'react-hook-form';
import { readToken } from '../../auth/session.ts';

const prefix = 'draft:';

export function readDraft(key: string): Record<string, unknown> | null {
  const stored = sessionStorage.getItem(prefix + key);
  if (!stored) return null;
  try {
    return JSON.parse(stored) as Record<string, unknown>;
  } catch {
    return null;
  }
}

export function dropDraft(key: string): void {
  sessionStorage.removeItem(prefix + key);
}

/** The draft as it was when the form opened: later typing must not reset the form. */
export function useDraftAtOpening(key: string): Record<string, unknown> | null {
  return useMemo(() => readDraft(key), [key]);
}

/** Inside a form: keeps every change. */
export function DraftKeeper({ draftKey }: { draftKey: string }) {
  const { watch, formState } = useFormContext();
  const { isDirty } = formState;
  useEffect(() => {
    const subscription = watch((values) => {
      sessionStorage.setItem(prefix + draftKey, JSON.stringify(values));
    });
    return () => subscription.unsubscribe();
  }, [watch, draftKey]);
  useEffect(() => {
    if (!isDirty) return;
    // Only leaving the site altogether is asked about: inside it, the draft is there again.
    // After the session has ended, asking would only keep the sign-in page away.
    const warn = (event: BeforeUnloadEvent) => readToken() !== null && event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isDirty]);
  return null;
}
