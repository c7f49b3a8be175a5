// A text in English that was not written where it is shown, in the reader's language: a label made of a field's name, or one that was
// said before anybody knew for whom, as a declaration's on the server. What no catalogue has stays as it is.
import { nameInReadersLanguage } from './reader.ts';

/** In a build for browsers in another language this module is replaced (scripts/languages.ts); in English no call of it is left. */
export const said = (text: string): string => nameInReadersLanguage(text) ?? text;
