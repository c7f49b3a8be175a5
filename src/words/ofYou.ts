// A line of what somebody did, after "You": a verb may have another form then.
import { readersLocale } from './reader.ts';

/** By language: the form that a line begins with, and the one after "You". */
const FORMS: Readonly<Record<string, readonly [RegExp, string]>> = { de: [/^hat\b/, 'haben'] };

export function ofYou(line: string, locale = readersLocale()): string {
  const [form, own] = FORMS[locale] ?? [];
  return form ? line.replace(form, own!) : line;
}
