// Says a text that people read, in the reader's language. Its key in a catalogue is the English text, with {1}, {2} for its values.
import { inReadersLanguage } from './reader.ts';

/**
 * say`Certificate ${number} was issued` In a build for browsers no call is left: scripts/inLanguage.ts writes the text in its place.
 */
export function say(strings: TemplateStringsArray, ...values: readonly unknown[]): string {
  const text = wholeOf(strings);
  const key = text.trim();
  const said = inReadersLanguage(key);
  const whole = said === undefined ? text : text.replace(key, () => said);
  return whole.replaceAll(/\{(\d+)\}/g, (place, at: string) =>
    Number(at) <= values.length ? String(values[Number(at) - 1]) : place,
  );
}

/** The text with {1}, {2} in the places of its values. */
const wholeOf = (strings: TemplateStringsArray): string =>
  strings.map((text, at) => (at === 0 ? text : `{${at}}${text}`)).join('');
