// The catalogues of texts: src/words/<locale>/*.json, each { "English": "translated" }. names.json has what is made of the names of
// fields and values; inFile.json has what a text is in one file alone, which only a build knows.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bracketed, PSEUDO_LOCALE, translatedLocales } from '#src/words/locales.ts';
import type { Translate } from '#src/words/reader.ts';

export type Texts = Readonly<Record<string, string>>;

const folder = join(import.meta.dirname, '../../src/words');
const NAMES = 'names.json';
const IN_FILE = 'inFile.json';
const read = new Map<string, ReadonlyMap<string, string>>();

const isTranslated = (locale: string) => translatedLocales.some((each) => each === locale);
const textsIn = <T = Texts>(locale: string, file: string): T =>
  JSON.parse(readFileSync(join(folder, locale, file), 'utf8')) as T;

/** All texts in a language, by their English. Empty for English. Read once. */
export function catalogueOf(locale: string): ReadonlyMap<string, string> {
  const known = read.get(locale);
  if (known) return known;
  const files = isTranslated(locale) ? readdirSync(join(folder, locale)) : [];
  const texts = files
    .filter((file) => file.endsWith('.json') && file !== NAMES && file !== IN_FILE)
    .flatMap((file) => Object.entries(textsIn(locale, file)));
  read.set(locale, new Map(texts));
  return read.get(locale)!;
}

/** What names of fields and values are, by their English. */
export function namesIn(locale: string): Texts {
  if (locale === PSEUDO_LOCALE)
    return Object.fromEntries(Object.keys(textsIn('de', NAMES)).map((name) => [name, bracketed(name)]));
  return isTranslated(locale) ? textsIn(locale, NAMES) : {};
}

/** What a text is in one file alone: by the file and the English. */
export const textsInFiles = (locale: string): Readonly<Record<string, Texts>> =>
  existsSync(join(folder, locale, IN_FILE)) ? textsIn(locale, IN_FILE) : {};

/** Null for English, which needs none. A text that a catalogue lacks stays English. */
export function translateTo(locale: string): Translate | null {
  if (locale === PSEUDO_LOCALE) return bracketed;
  if (!isTranslated(locale)) return null;
  const texts = catalogueOf(locale);
  return (key) => texts.get(key)?.replaceAll(/\{(\d+)!\}/g, '{$1}');
}
