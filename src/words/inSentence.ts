// A label within a sentence.
import { readersLocale } from './reader.ts';

/** “Record date” -> “record date”; as it is in German, which writes nouns with a capital. In a build no call is left. */
export const inSentence = (label: string): string => (readersLocale() === 'de' ? label : label.toLowerCase());
