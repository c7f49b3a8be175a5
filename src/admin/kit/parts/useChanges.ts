// Whether somebody changed a control of a dialog. A control's first value is the one it had before anything was done in the
// dialog, so that what fills itself in counts for nothing, and what was typed and deleted again neither. A control that is
// gone, as after a step that was done, holds nothing that could be lost.
import { useCallback, useRef } from 'react';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const CONTROLS = 'input:not([type=hidden]), textarea, select';

const valueOf = (control: Control) =>
  control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type)
    ? String(control.checked)
    : control.value;

export function useChanges() {
  const box = useRef<HTMLDivElement>(null);
  const firsts = useRef(new WeakMap<Control, string>());
  const hasBegun = useRef(false);
  const controls = () => [...(box.current?.querySelectorAll<Control>(CONTROLS) ?? [])];
  /** Called when the content is there, which is later than the dialog. */
  const note = useCallback(() => {
    for (const control of box.current?.querySelectorAll<Control>(CONTROLS) ?? [])
      if (!hasBegun.current || !firsts.current.has(control)) firsts.current.set(control, valueOf(control));
  }, []);
  const begin = () => {
    note();
    hasBegun.current = true;
  };
  // A change without any of these, as by voice or a password manager, is compared with what was there at the opening.
  const change = () => {
    hasBegun.current = true;
  };
  const hasChanged = () =>
    hasBegun.current &&
    controls().some((control) => firsts.current.has(control) && firsts.current.get(control) !== valueOf(control));
  /** Before a control changes, it is focused, pressed or given a key. */
  const watched = {
    ref: box,
    onFocusCapture: begin,
    onPointerDownCapture: begin,
    onKeyDownCapture: begin,
    onChangeCapture: change,
  };
  return { watched, note, hasChanged };
}
