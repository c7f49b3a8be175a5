// The passwords that everybody tries first: a list that stays on the server, read when the first password is chosen.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

let list: Set<string> | null = null;
function mostUsed(): Set<string> {
  list ??= new Set(
    readFileSync(join(import.meta.dirname, 'commonPasswords.txt'), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#')),
  );
  // Here everybody knows one more.
  return list.add('sharebook');
}

/** What people put around a word to meet a rule: capitals anywhere, and digits and marks before and after it. */
const BEFORE_MAX = 2;
const AFTER_MAX = 6;
const WORD_MIN = 4;

/** One of the list, or one with the usual capital, digit and mark: `Password1!`, `Qwertyuiop1!`. */
export function isCommonPassword(password: string): boolean {
  const passwords = mostUsed();
  const text = password.toLowerCase();
  const before = Math.min(BEFORE_MAX, /^[^\p{L}]*/u.exec(text)![0].length);
  const after = Math.min(AFTER_MAX, text.length - text.search(/[^\p{L}]*$/u));
  for (let start = 0; start <= before; start += 1)
    for (let end = text.length; end >= text.length - after && end - start >= WORD_MIN; end -= 1)
      if (passwords.has(text.slice(start, end))) return true;
  return false;
}
