// What was typed survives a failed request, a reload and the back button: it is kept in the tab until it is saved, the
// session ends or somebody else signs in.
import { useEffect, useMemo } from 'react';
import { useFormContext } from 'react-hook-form';
import { draftPlace, keep, readKept } from '../../auth/drafts.ts';
import { readToken, readUser } from '../../auth/session.ts';

const placeOf = (key: string) => draftPlace('draft', readUser(), key);

export function dropDraft(key: string): void {
  keep('draft', placeOf(key), null);
}

/** The draft as it was when the form opened: later typing must not reset the form. */
export function useDraftAtOpening(key: string): Record<string, unknown> | null {
  return useMemo(() => readKept<Record<string, unknown>>('draft', placeOf(key)), [key]);
}

/** Inside a form: keeps every change. */
export function DraftKeeper({ draftKey }: { draftKey: string }) {
  const { watch, formState } = useFormContext();
  const { isDirty } = formState;
  const place = useMemo(() => placeOf(draftKey), [draftKey]);
  useEffect(() => {
    const subscription = watch((values) => {
      // In another tab the session may have ended or become another's: what stands in this form is not theirs.
      if (placeOf(draftKey) === place) keep('draft', place, values);
    });
    return () => subscription.unsubscribe();
  }, [watch, draftKey, place]);
  useEffect(() => {
    if (!isDirty) return;
    // Only leaving the site altogether is asked about: inside it, the draft is there again.
    // After the session has ended or become another's, asking would only keep this page where it must go.
    const isTheirs = () => readToken() !== null && placeOf(draftKey) === place;
    const warn = (event: BeforeUnloadEvent) => isTheirs() && event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isDirty, draftKey, place]);
  return null;
}

/** A form that is not as it was opened says so, and the way to an empty one. */
export function RestoredNote({ draftKey }: { draftKey: string }) {
  const startOver = () => {
    dropDraft(draftKey);
    window.location.reload();
  };
  return (
    <p className="alert info restored">
      <span>What you had typed here before is filled in again.</span>
      <button type="button" className="link" onClick={startOver}>
        Start over
      </button>
    </p>
  );
}
