// What was typed survives a failed request, a reload and the back button: it is kept in the tab until it is saved, the
// session ends or somebody else signs in.
import { say } from '#src/words/say.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import type { RefObject } from 'react';
import { useFormContext } from 'react-hook-form';
import { draftPlace, isNeverKept, keep, readKept } from '#src/auth/keptDrafts.ts';
import { readToken, readUser } from '#src/auth/session.ts';
import { LeaveGuard } from './LeaveGuard.tsx';
import { isSameValue } from './sameValue.ts';
import styles from './form.module.css';

const placeOf = (key: string) => draftPlace('draft', readUser(), key);

/** Says of a dialog's draft that the dialog was closed: a reload does not open it again. */
const awayOf = (key: string) => `${key}/away`;

export function dropDraft(key: string): void {
  for (const each of [key, awayOf(key)]) keep('draft', placeOf(each), null);
}

/** Whether a dialog was open with something typed in it when the page ended. */
export const wasLeftOpen = (key: string): boolean =>
  readKept('draft', placeOf(key)) !== null && readKept('draft', placeOf(awayOf(key))) === null;

type Values = Record<string, unknown>;

/** The record's version is not typed, but kept with the draft so that somebody else's later save is noticed. */
const VERSION = 'version';

/** The values that differ from the form's defaults; null if none do. */
function changedFrom(defaults: Values, values: Values): Values | null {
  const changed = Object.entries(values)
    .filter(([name, value]) => name !== VERSION && !isSameValue(value, defaults[name]))
    // JSON drops undefined values, and an emptied box would be filled again.
    .map(([name, value]) => [name, value ?? ''] as const);
  if (changed.length === 0) return null;
  return { ...Object.fromEntries(changed), ...(values[VERSION] !== undefined && { [VERSION]: values[VERSION] }) };
}

interface Draft {
  draftKey: string;
  /** The form's defaults, and the draft's values that were filled in when the form opened. */
  defaults: Values;
  filledIn: Values | null;
  /** Forgets the draft once the form is saved or cancelled; later changes in the closing form are not kept. */
  end: () => void;
  isOver: RefObject<boolean>;
  /** Whether all that was typed is kept, and not only what may be. */
  isWhole: RefObject<boolean>;
}

/** The draft's differences from the defaults when the form opened: later typing must not reset the form. */
export function useDraft(draftKey: string, defaults: Values): Draft {
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the defaults of the first render are those of the opening.
  const filledIn = useMemo(() => changedFrom(defaults, readKept<Values>('draft', placeOf(draftKey)) ?? {}), [draftKey]);
  const isOver = useRef(false);
  const isWhole = useRef(true);
  const end = () => {
    isOver.current = true;
    dropDraft(draftKey);
  };
  return { draftKey, defaults, filledIn, end, isOver, isWhole };
}

/**
 * For a dialog: closes it on Escape and keeps what was typed, for when it is opened again. Answers whether it did: not where
 * something was typed that is never kept.
 */
export function usePutAway({ draftKey, isWhole }: Draft, onClose: () => void): () => boolean {
  const notify = useNotify();
  useEffect(() => keep('draft', placeOf(awayOf(draftKey)), null), [draftKey]);
  return () => {
    if (!isWhole.current || readKept('draft', placeOf(draftKey)) === null) return false;
    keep('draft', placeOf(awayOf(draftKey)), true);
    notify(say`What you typed is kept until you sign out. Open it again to go on.`, { type: 'info' });
    onClose();
    return true;
  };
}

const kept = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !isNeverKept(name)));

/** Inside a form: keeps what somebody typed, and forgets it once it equals the defaults again. */
export function DraftKeeper({ draft: { draftKey, defaults, filledIn, end, isOver, isWhole } }: { draft: Draft }) {
  const { getValues, watch, formState } = useFormContext();
  const { isSubmitting } = formState;
  const [isTyped, setTyped] = useState(false);
  const place = useMemo(() => placeOf(draftKey), [draftKey]);
  const opening = useRef({ defaults, filledIn });
  useEffect(() => {
    const { defaults: declared, filledIn: restored } = opening.current;
    // Fields have their own defaults, which are in the form after its first render.
    const drawn = Object.entries(getValues()).filter(([name]) => !(restored && name in restored));
    const start = { ...Object.fromEntries(drawn), ...declared };
    const typed = new Set(Object.keys(restored ?? {}));
    typed.delete(VERSION);
    // What was filled in again is kept already: nobody is asked about it.
    let hasTyped = false;
    const subscription = watch((values, { name, type }) => {
      if (type === 'change' && name) typed.add(name);
      hasTyped ||= type === 'change';
      // Another tab may have ended the session or signed in somebody else: this form's content is not theirs.
      if (isOver.current || placeOf(draftKey) !== place) return;
      const all = changedFrom(start, values);
      isWhole.current = all === null || !Object.keys(all).some(isNeverKept);
      const changed = changedFrom(start, kept(values));
      // Values the form fills in by itself are kept only together with typed ones.
      const isTypedIn = (values: Values | null) => values !== null && [...typed].some((each) => each in values);
      setTyped(hasTyped && isTypedIn(all));
      keep('draft', place, isTypedIn(changed) ? changed : null);
    });
    return () => subscription.unsubscribe();
  }, [getValues, watch, draftKey, place, isOver, isWhole]);
  // Once the session has ended or changed, a question would only hold up the navigation.
  const isHeld = () => !isSubmitting && !isOver.current && readToken() !== null && placeOf(draftKey) === place;
  return (
    <LeaveGuard isTyped={isTyped} isHeld={isHeld} isKept={() => place !== null && isWhole.current} discard={end} />
  );
}

/** Says that the draft was restored, and offers to start over. */
export function RestoredNote({ draftKey }: { draftKey: string }) {
  const startOver = () => {
    dropDraft(draftKey);
    window.location.reload();
  };
  return (
    <p className={`alert info ${styles.restored}`}>
      <span>{say`What you typed here before has been restored.`}</span>
      <button type="button" className="link" onClick={startOver}>
        {say`Start over`}
      </button>
    </p>
  );
}
