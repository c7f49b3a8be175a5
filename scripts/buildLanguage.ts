// The language of this build: English, or what BUILD_LOCALE names. Imported before everything that says something, because the
// declarations say their labels when they are loaded.
import { namesIn, textsInFiles, translateTo } from '../server/words/catalogue.ts';
import { baseOf } from '../src/words/locales.ts';
import { speakFor } from '../src/words/reader.ts';
import type { Language } from './inLanguage.ts';

const locale = process.env.BUILD_LOCALE ?? 'en';
const translate = translateTo(locale);

export const language: Language = { locale, translate, names: namesIn(locale), inFile: textsInFiles(locale) };
export const base = baseOf(locale);

if (translate) {
  const reader = { locale, text: translate, name: (name: string) => language.names[name] };
  speakFor(() => reader);
}
