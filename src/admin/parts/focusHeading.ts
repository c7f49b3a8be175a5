// Where the focus goes when what held it is gone: the button of a verb that is no longer lawful, the form that was sent.

/** To the page's heading, once the dialog that is closing has let go of the focus. */
export function focusHeading(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('main h1')?.focus());
}
