// Holds back a change of the page while a form has something typed in it: links, the menu, keys and commands go through the router's
// navigator, the browser's buttons through `popstate`. Filters, tabs and anchors of the same page are not held back.
import { backButton } from '#src/admin/session/backButton.ts';
import type { Navigator } from 'react-router-dom';

export interface Hold {
  /** The page on which it is typed. */
  path: () => string;
  /** Whether there is something to lose now. */
  isHeld: () => boolean;
  /** Asks; `leave` does what was held back. */
  ask: (leave: () => void) => void;
}

const holds: Hold[] = [];
let release: (() => void) | null = null;
/** While something that was held back is done after all. */
let isLet = false;

/** The last form that opened asks, as it is the one in front. Out: ends it. */
export function holdPage(navigator: Navigator, hold: Hold): () => void {
  if (holds.length === 0) release = watch(navigator);
  holds.push(hold);
  return () => {
    holds.splice(holds.indexOf(hold), 1);
    if (holds.length > 0) return;
    release?.();
    release = null;
  };
}

/** Out: whether somebody is asked. */
function isHeldBack(to: string, leave: () => void): boolean {
  const hold = isLet ? undefined : holds.findLast((each) => each.path() !== to && each.isHeld());
  hold?.ask(leave);
  return hold !== undefined;
}

function watch(navigator: Navigator): () => void {
  const { push, replace } = navigator;
  const held =
    (go: Navigator['push']): Navigator['push'] =>
    (to, ...rest) => {
      const path = typeof to === 'string' ? to.split(/[?#]/)[0] : to.pathname;
      const leave = () => {
        isLet = true;
        go.call(navigator, to, ...rest);
        isLet = false;
      };
      if (!path || !isHeldBack(path, leave)) go.call(navigator, to, ...rest);
    };
  navigator.push = held(push);
  navigator.replace = held(replace);
  const back = watchButtons();
  return () => {
    navigator.push = push;
    navigator.replace = replace;
    back();
  };
}

/** How many pages back the router counts itself; null where something else has written the history. */
const place = (): number | null => (window.history.state as { idx?: number } | null)?.idx ?? null;

function watchButtons(): () => void {
  let here = place();
  let isReturning = false;
  const onPop = (event: PopStateEvent) => {
    if (isReturning) {
      // The router has not heard that the page was left.
      isReturning = false;
      event.stopImmediatePropagation();
      return;
    }
    const there = place();
    const by = here === null || there === null ? 0 : there - here;
    const leave = () => {
      isLet = true;
      window.history.go(by);
    };
    if (by !== 0 && isHeldBack(window.location.pathname, leave)) {
      event.stopImmediatePropagation();
      isReturning = true;
      window.history.go(-by);
      return;
    }
    isLet = false;
    here = there;
  };
  backButton.held = onPop;
  return () => {
    backButton.held = undefined;
    isLet = false;
  };
}
