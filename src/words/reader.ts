// In whose language `say` speaks where no build has settled it: on the server, a mail or a paper has its addressee's.
import { LOCALE } from './locale.ts';

/** In: a text's key, as catalogues have it. Out: the text in the reader's language, or undefined for English. */
export type Translate = (key: string) => string | undefined;

export interface Reader {
  locale: string;
  text: Translate;
  /** What is made of the names of fields and values. */
  name: Translate;
}

type WhoReads = () => Reader | undefined;

let whoReads: WhoReads | null = null;

/** Called once by the server, which knows for whom it writes, and by a build. */
export function speakFor(reader: WhoReads): void {
  whoReads = reader;
}

export const readersLocale = (): string => whoReads?.()?.locale ?? LOCALE;
export const inReadersLanguage: Translate = (key) => whoReads?.()?.text(key);
export const nameInReadersLanguage: Translate = (name) => whoReads?.()?.name(name);
