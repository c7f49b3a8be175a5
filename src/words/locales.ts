// The languages of Sharebook.

/** The languages that a person may choose, by their own names. */
export const locales = { en: 'English', de: 'Deutsch', es: 'Español' } as const;
export type Locale = keyof typeof locales;
export const localeNames = Object.keys(locales) as [Locale, ...Locale[]];

/** Those beside English: each has a catalogue and a build of its own. */
export const translatedLocales = localeNames.filter((locale) => locale !== 'en');

/** Where the build of a language is served. */
export const baseOf = (locale: string): string => (locale === 'en' ? '/' : `/${locale}/`);

/** English in which each text stands in brackets: what is read without them is not said by `say`. Outside production only. */
export const PSEUDO_LOCALE = 'en-XA';

export const isLocale = (value: unknown): value is Locale => typeof value === 'string' && Object.hasOwn(locales, value);

/** What a text becomes in the pseudo language. */
export const bracketed = (text: string): string => `⟦${text}⟧`;
