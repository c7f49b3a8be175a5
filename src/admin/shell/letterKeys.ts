// What a letter does: `g` and another opens a page of the menu, and `n e j k` act on the page that is open or on the row that has the focus.
import type { NavigateFunction } from 'react-router-dom';
import type { Role } from '#src/resources/kit/access.ts';
import { menuEntries } from './menuEntries.ts';

/** By the letter, the section of the menu's entry, or its name. */
export const goKeys: Readonly<Record<string, string>> = {
  d: 'dashboard',
  s: 'shareholders',
  c: 'certificates',
  i: 'distributions',
  p: 'payments',
  f: 'documents',
  t: 'tasks',
  m: 'messages',
  o: 'portfolio',
  a: 'cap-table',
  e: 'securities',
  l: 'plans-and-classes',
  n: 'scenarios',
  u: 'people',
  r: 'records',
  x: 'settings',
};

/** A letter after `g` counts for this long. */
const GO_MS = 1_500;
let goSince = -GO_MS;

export function onLetter({ key, timeStamp }: KeyboardEvent, role: Role, navigate: NavigateFunction): void {
  const isGoing = timeStamp - goSince < GO_MS;
  goSince = !isGoing && key === 'g' ? timeStamp : -GO_MS;
  if (isGoing) {
    const entries = menuEntries(role).flatMap((group) => group.entries);
    const entry = entries.find(({ name, section = name }) => section === goKeys[key]);
    if (entry) void navigate(entry.to);
  } else if (key === 'e' && rowWithFocus()) void navigate(rowWithFocus()!);
  else if (key === 'n' || key === 'e')
    // What says that this key is its own.
    document.querySelector<HTMLElement>(`main [aria-keyshortcuts="${key}"]`)?.click();
  else if (key === 'j' || key === 'k') toRow(key === 'j' ? 1 : -1);
}

/** Where the record of the row that has the focus is edited; none where it is not. */
const rowWithFocus = (): string | undefined =>
  document.activeElement?.closest('main :is(tr, li)')?.querySelector<HTMLElement>('[data-opens]')?.dataset.opens;

/** Moves the focus to the link of the next row, or of the one before. */
function toRow(by: number): void {
  const links = [...document.querySelectorAll<HTMLElement>('main [data-opens]')];
  const at = links.findIndex((link) => link === document.activeElement);
  (at === -1 ? links.at(by > 0 ? 0 : -1) : links[at + by])?.focus();
}
