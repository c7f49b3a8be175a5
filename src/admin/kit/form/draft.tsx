// What was typed survives a failed request, a reload and the back button: it is kept in the tab until it is saved, the
// session ends or somebody else signs in.
import { useEffect, useMemo, useRef } from 'react';
import type { RefObject } from 'react';
import { useFormContext } from 'react-hook-form';
import { draftPlace, keep, readKept } from '../../../auth/drafts.ts';
import { readToken, readUser } from '../../../auth/session.ts';
import { isSameValue } from './sameValue.ts';
import styles from './form.module.css';

const placeOf = (key: string) => draftPlace('draft', readUser(), key);

export function dropDraft(key: string): void {
  keep('draft', placeOf(key), null);
}

type Values = Record<string, unknown>;

/** Which row an edit is of is not typed; it is kept with what was, so that a later save of somebody else is noticed. */
const VERSION = 'version';

/** What of these values is not as the form starts; null where all of it is. */
function changedFrom(defaults: Values, values: Values): Values | null {
  const changed = Object.entries(values)
    .filter(([name, value]) => name !== VERSION && !isSameValue(value, defaults[name]))
    // JSON leaves out what is undefined, and an emptied box would be filled again.
    .map(([name, value]) => [name, value ?? ''] as const);
  if (changed.length === 0) return null;
  return { ...Object.fromEntries(changed), ...(values[VERSION] !== undefined && { [VERSION]: values[VERSION] }) };
}

interface Draft {
  draftKey: string;
  /** The form's defaults, and what of the draft was filled in on top of them when the form opened. */
  defaults: Values;
  filledIn: Values | null;
  /** Forgets the draft once the form was saved or given up: what the closing form still changes is kept no more. */
  end: () => void;
  isOver: RefObject<boolean>;
}

/** What of the draft differs from the form's defaults, as it was when the form opened: later typing must not reset the form. */
export function useDraft(draftKey: string, defaults: Values): Draft {
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the defaults of the first render are those of the opening.
  const filledIn = useMemo(() => changedFrom(defaults, readKept<Values>('draft', placeOf(draftKey)) ?? {}), [draftKey]);
  const isOver = useRef(false);
  const end = () => {
    isOver.current = true;
    dropDraft(draftKey);
  };
  return { draftKey, defaults, filledIn, end, isOver };
}

/** Inside a form: keeps what somebody typed, and forgets it once it is as the form starts. */
export function DraftKeeper({ draft: { draftKey, defaults, filledIn, isOver } }: { draft: Draft }) {
  const { getValues, watch, formState } = useFormContext();
  const { isDirty } = formState;
  const place = useMemo(() => placeOf(draftKey), [draftKey]);
  const opening = useRef({ defaults, filledIn });
  useEffect(() => {
    const { defaults: declared, filledIn: restored } = opening.current;
    // Fields have defaults of their own, which stand in the form once it is drawn.
    const drawn = Object.entries(getValues()).filter(([name]) => !(restored && name in restored));
    const start = { ...Object.fromEntries(drawn), ...declared };
    const typed = new Set(Object.keys(restored ?? {}));
    typed.delete(VERSION);
    const subscription = watch((values, { name, type }) => {
      if (type === 'change' && name) typed.add(name);
      // In another tab the session may have ended or become another's: what stands in this form is not theirs.
      if (isOver.current || placeOf(draftKey) !== place) return;
      const changed = changedFrom(start, values);
      // What a form fills in by itself is kept beside what was typed, and never alone.
      const isTyped = changed !== null && [...typed].some((each) => each in changed);
      keep('draft', place, isTyped ? changed : null);
    });
    return () => subscription.unsubscribe();
  }, [getValues, watch, draftKey, place, isOver]);
  useEffect(() => {
    if (!isDirty) return;
    // Only leaving the site altogether is asked about: inside it, the draft is there again.
    // After the session has ended or become another's, asking would only keep this page where it must go.
    const isTheirs = () => !isOver.current && readToken() !== null && placeOf(draftKey) === place;
    const warn = (event: BeforeUnloadEvent) => isTheirs() && event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isDirty, draftKey, place, isOver]);
  return null;
}

/** A form that is not as it was opened says so, and the way to an empty one. */
export function RestoredNote({ draftKey }: { draftKey: string }) {
  const startOver = () => {
    dropDraft(draftKey);
    window.location.reload();
  };
  return (
    <p className={`alert info ${styles.restored}`}>
      <span>What you typed here before has been restored.</span>
      <button type="button" className="link" onClick={startOver}>
        Start over
      </button>
    </p>
  );
}
