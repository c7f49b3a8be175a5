// A cell that holds a name and an e-mail: "Ida Lowe <ida@acorn.example>", as mail programs write a person.
import { cleaned } from '../values/cells.ts';

export interface NameCell {
  name: string;
  /** "" where the cell has none. */
  email: string;
}

const ADDRESS = /[^\s<>()[\]"',;:|/]+@[^\s<>()[\]"',;:|/]+\.[^\s<>()[\]"',;:|/.]{2,}/gu;
/** No name with an address is longer; a cell may hold a megabyte. */
const LENGTH_MAX = 400;

/** The name without the address, and without the marks that parted them. Null where several addresses leave it open whose they are. */
export function nameCellOf(text: string): NameCell | null {
  if (text.length > LENGTH_MAX || !text.includes('@')) return { name: text, email: '' };
  const found = [...new Set([...text.matchAll(ADDRESS)].map(([address]) => address))];
  if (found.length === 0) return { name: text, email: '' };
  if (found.length > 1) return null;
  const email = found[0]!;
  const rest = cleaned(text.split(email).join(' '))
    .replace(/\b(?:e-?mail|mailto)\s*:?\s*$/i, '')
    .replace(/\bmailto:\s*/gi, '')
    .replace(/[<>]|\(\s*\)|\[\s*\]/g, ' ')
    .trim()
    .replace(/^["'\s]+|["'\s]+$/g, '')
    .replace(/[\s,;:|/–—-]+$/, '')
    .replace(/^[\s,;:|/–—-]+/, '')
    .trim();
  return { name: rest.replace(/^["']+|["']+$/g, '').trim(), email };
}
