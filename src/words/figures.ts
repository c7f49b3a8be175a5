// Figures, days and names of countries as the reader writes them. Elsewhere, and on the wire, a point stands before decimals and
// commas between thousands. In an English build no call is left (scripts/inLanguage.ts).
import { LOCALE } from './locale.ts';
import { readersLocale } from './reader.ts';

/** By language, the country whose rules hold where the reader names none; of these, each has point and comma the other way round. */
export const FORMATS: Readonly<Record<string, string>> = { de: 'de-DE', es: 'es-ES' };

/** “1,234.50” -> “1.234,50”, and the other way round. */
export const swapped = (text: string): string => text.replaceAll(/[.,]/g, (sign) => (sign === ',' ? '.' : ','));

/** “1,234.50” -> “1.234,50” in a language that writes it so. */
export const figures = (dotted: string): string => (readersLocale() in FORMATS ? swapped(dotted) : dotted);

/** The other way round: what a person has typed. */
export const dotted = (typed: string): string => figures(typed);

/** The language whose rules write amounts, names of countries and lists. */
export const figuresLocale = (): string => FORMATS[readersLocale()] ?? 'en-US';

/** For dates: as the reader's browser writes them, where it speaks the language of the page. */
export const readerFormats = (): string | undefined =>
  FORMATS[LOCALE] && (navigator.languages.find((each) => each.startsWith(LOCALE)) ?? FORMATS[LOCALE]);
