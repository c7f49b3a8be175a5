// Whether somebody changed a control of a dialog. A control's first value is the one it had before anything was done in the
// dialog, so that what fills itself in counts for nothing, and what was typed and deleted again neither. A control that is
// gone, as after a step that was done, holds nothing that could be lost.
import { useRef } from 'react';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const CONTROLS = 'input:not([type=hidden]), textarea, select';

const valueOf = (control: Control) =>
  control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type)
    ? String(control.checked)
    : control.value;

export function useChanges() {
  const box = useRef<HTMLDivElement>(null);
  const firsts = useRef(new WeakMap<Control, string>());
  const controls = () => [...(box.current?.querySelectorAll<Control>(CONTROLS) ?? [])];
  const note = () => {
    for (const control of controls()) if (!firsts.current.has(control)) firsts.current.set(control, valueOf(control));
  };
  const hasChanged = () =>
    controls().some((control) => firsts.current.has(control) && firsts.current.get(control) !== valueOf(control));
  /** Before a control changes, it is focused, pressed or given a key. */
  const watched = { ref: box, onFocusCapture: note, onPointerDownCapture: note, onKeyDownCapture: note };
  return { watched, hasChanged };
}
