// The words on screens, for react-admin. One language so far; another is a file typed against `en` and a choice here.
import type { I18nProvider } from 'react-admin';
import { en } from './en.ts';

/** `%{name}` is an option; `one |||| several` is chosen by the option smart_count; without words, the option `_` or the key. */
function translate(key: string, options: Record<string, unknown> = {}): string {
  const text = en[key] ?? (typeof options._ === 'string' ? options._ : key);
  const { smart_count } = options;
  const forms = smart_count === undefined ? [] : text.split('||||');
  const form = (smart_count === 1 ? forms[0] : (forms[1] ?? forms[0])) ?? text;
  return form.trim().replace(/%\{(.*?)\}/g, (place, name: string) => String(options[name] ?? place));
}

export const i18nProvider: I18nProvider = {
  translate,
  changeLocale: () => Promise.resolve(),
  getLocale: () => 'en',
};
