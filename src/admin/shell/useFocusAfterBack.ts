// After Back, and Forward, the focus is where it was on that page: on the link or button that was last pressed or focused there.
import { useEffect, useInsertionEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
/** A list may still be loading; whoever has gone on by then is not called back. */
const LOOK_FOR_MS = 10_000;

interface Place {
  sign: string;
  /** Among those with the same sign. */
  index: number;
}

const signOf = (control: Element) =>
  [
    control.tagName,
    control.getAttribute('href'),
    control.getAttribute('name'),
    control.getAttribute('aria-label') ?? (control.closest('label') ?? control).textContent,
  ].join('|');

const controlsLike = (sign: string) =>
  [...document.querySelectorAll<HTMLElement>(`main :is(${CONTROLS})`)].filter((control) => signOf(control) === sign);

function placeOf(target: EventTarget | null): Place | null {
  if (!(target instanceof Element)) return null;
  // A press on a row opens its record, like the row's link.
  const control = target.closest(CONTROLS) ?? target.closest('main :is(tbody tr, li)')?.querySelector('a[href]');
  if (!control?.closest('main')) return null;
  const sign = signOf(control);
  return { sign, index: controlsLike(sign).indexOf(control as HTMLElement) };
}

export function useFocusAfterBack(): void {
  const { key } = useLocation();
  const way = useNavigationType();
  const places = useRef(new Map<string, Place>());
  const here = useRef(key);
  // Before any form of the new page takes the focus.
  useInsertionEffect(() => {
    here.current = key;
  }, [key]);
  useEffect(() => {
    const note = ({ target }: Event) => {
      const place = placeOf(target);
      if (place) places.current.set(here.current, place);
    };
    document.addEventListener('click', note, true);
    document.addEventListener('focusin', note);
    return () => {
      document.removeEventListener('click', note, true);
      document.removeEventListener('focusin', note);
    };
  }, []);
  useEffect(() => {
    const place = way === 'POP' ? places.current.get(key) : undefined;
    return place && seek(place);
  }, [key, way]);
}

/** Focuses the control as soon as it is there, unless somebody does something first. Returns what stops it. */
function seek({ sign, index }: Place): () => void {
  const stop = () => {
    seen.disconnect();
    clearTimeout(timer);
    for (const act of ['keydown', 'pointerdown']) removeEventListener(act, stop, true);
  };
  const attempt = () => {
    const control = controlsLike(sign)[index];
    if (!control) return;
    stop();
    if (document.activeElement === document.body) control.focus();
  };
  const seen = new MutationObserver(attempt);
  const timer = setTimeout(stop, LOOK_FOR_MS);
  for (const act of ['keydown', 'pointerdown']) addEventListener(act, stop, true);
  seen.observe(document.body, { childList: true, subtree: true });
  attempt();
  return stop;
}
