// Goes through a page or a dialog with the Tab key alone, and says what could not be reached, seen or left.
import type { Page } from 'playwright-core';

interface Stop {
  /** Its place among all that can take the focus; -1 for none of them, such as a control that came late. */
  at: number;
  /** The focus is on no control at all: the browser's own. */
  isOut: boolean;
  what: string;
  /** By criterion. */
  faults: [criterion: string, fault: string][];
  address: string;
  dialogs: number;
}
interface Keys {
  /** Out: what Tab should reach, in the order of the page. */
  begin(within: string): string[];
  stop(): Stop;
  /** Which of them are still there: what loads late replaces some. */
  present(): boolean[];
}
declare global {
  interface Window {
    keys: Keys;
  }
}

/** Runs inside the page. */
export function installKeys(): void {
  let stops: Element[] = [];
  let looks = new Map<Element, string>();
  const say = (element: Element) =>
    `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? (element as HTMLInputElement).labels?.[0]?.textContent ?? element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 40)}”`;
  const isReachable = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    element.getClientRects().length > 0 &&
    !element.matches(':disabled') &&
    !element.closest('[inert], fieldset:disabled') &&
    (element as HTMLElement).tabIndex >= 0;
  /** Of a group of choices, the chosen one or the first takes the focus. */
  const isOfGroup = (element: Element) => {
    if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return true;
    const group = [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')].filter(
      ({ name, form, disabled }) => name === element.name && form === element.form && !disabled,
    );
    return (group.find(({ checked }) => checked) ?? group[0]) === element;
  };
  /** How it looks, with what is around it and what it draws itself with. */
  const lookOf = (element: Element) =>
    [
      element,
      element.parentElement,
      element.parentElement?.parentElement,
      element.nextElementSibling,
      element.previousElementSibling,
      element.closest('.btn, .MuiInputBase-root, .input, label'),
      element.closest('.MuiInputBase-root')?.querySelector('fieldset'),
    ]
      .flatMap((each) => {
        if (!each) return [];
        const {
          outline,
          boxShadow,
          borderTopColor,
          borderBottomColor,
          borderTopWidth,
          backgroundColor,
          textDecorationLine,
          top,
          opacity,
        } = getComputedStyle(each);
        return [
          outline,
          boxShadow,
          borderTopColor,
          borderBottomColor,
          borderTopWidth,
          backgroundColor,
          textDecorationLine,
          top,
          opacity,
        ];
      })
      .concat(element.parentElement ? getComputedStyle(element.parentElement, '::after').outline : '')
      .join('|');
  const isCovered = (element: Element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const points = [0.1, 0.5, 0.9].flatMap((x) =>
      [0.15, 0.5, 0.85].map((y) => [left + (right - left) * x, top + (bottom - top) * y] as const),
    );
    return !points.some(([x, y]) => {
      const hit = document.elementFromPoint(x, y);
      return (
        hit !== null &&
        (element.contains(hit) ||
          hit.contains(element) ||
          hit.closest('label')?.contains(element) ||
          (element as HTMLInputElement).labels?.[0]?.contains(hit))
      );
    });
  };

  window.keys = {
    begin(within) {
      const all = [
        ...document.querySelectorAll(`${within} :is(a[href], button, input, select, textarea, summary, [tabindex])`),
      ];
      stops = all.filter((each) => isReachable(each) && isOfGroup(each));
      (document.activeElement as HTMLElement | null)?.blur();
      looks = new Map(stops.map((each) => [each, lookOf(each)]));
      const root = within === 'body' ? document.body : document.querySelector<HTMLElement>(within)!;
      if (within === 'body') {
        // Where the next Tab begins.
        root.tabIndex = -1;
        root.focus();
        root.removeAttribute('tabindex');
        scrollTo(0, 0);
      } else root.focus();
      return stops.map(say);
    },
    stop() {
      const element = document.activeElement ?? document.body;
      const at = stops.indexOf(element);
      const faults: Stop['faults'] = [];
      if (at >= 0) {
        if (lookOf(element) === looks.get(element))
          faults.push(['2.4.7', `${say(element)} does not show that it has the focus`]);
        if (isCovered(element)) faults.push(['2.4.11', `${say(element)} has the focus and is covered`]);
      }
      const dialogs = document.querySelectorAll('[role=dialog]').length;
      const isOut = element === document.body;
      return { at, isOut, what: say(element), faults, address: location.pathname, dialogs };
    },
    present: () => stops.map((each) => each.isConnected && isReachable(each)),
  };
}

export type Fault = [criterion: string, fault: string];

/** In: a selector. A dialog keeps the focus until Escape; a page lets it go at its end. */
export async function tabThrough(page: Page, within = 'body'): Promise<Fault[]> {
  const expected = await page.evaluate((selector) => window.keys.begin(selector), within);
  const faults: Fault[] = [];
  const visited = new Set<number>();
  const first = await page.evaluate(() => window.keys.stop());
  let [last, parts] = [-1, 0];
  for (let presses = 0; presses < expected.length * 5 + 20; presses += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => window.keys.stop());
    if (stop.address !== first.address || stop.dialogs !== first.dialogs) {
      faults.push(['3.2.1', `the focus on ${stop.what} changes the page`]);
      break;
    }
    if (stop.at === -1) {
      if (stop.isOut && visited.size > 0 && within === 'body') break;
      continue;
    }
    // A date is one element with several parts.
    if (stop.at === last) {
      parts += 1;
      // The only control of a dialog keeps the focus.
      if (expected.length === 1) break;
      if (parts > 8) {
        faults.push(['2.1.2', `Tab does not leave ${stop.what}`]);
        break;
      }
      continue;
    }
    parts = 0;
    if (visited.has(stop.at)) break;
    if (stop.at < last) faults.push(['2.4.3', `${stop.what} comes after what stands below it`]);
    last = stop.at;
    visited.add(stop.at);
    faults.push(...stop.faults);
  }
  const present = await page.evaluate(() => window.keys.present());
  for (const [at, what] of expected.entries())
    if (!visited.has(at) && present[at]) faults.push(['2.1.1', `Tab does not reach ${what}`]);
  return faults;
}

/** Controls that a screen reader has no name for, in the tree that it reads. */
export async function nameless(page: Page, within = 'body'): Promise<string[]> {
  const tree = await page.locator(within).last().ariaSnapshot();
  const roles =
    'button|link|textbox|searchbox|combobox|checkbox|radio|switch|slider|spinbutton|tab|menuitem|dialog|img|heading|listbox|option|grid|treegrid';
  const lines = tree.split('\n').map((line) => line.trim());
  return lines.filter((line) => new RegExp(`^- (${roles})(:| \\[|$)`).test(line)).map((line) => `${line} has no name`);
}
