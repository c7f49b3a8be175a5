// What an answer says in the language of whoever reads it. Only for what an answer alone says: what is kept is in English.
import { requestNow } from '#server/running/requestNow.ts';
import { inLocale } from '#server/words/inLocale.ts';

export const inReadersLanguage = <T>(write: () => T): T => inLocale(requestNow()?.locale() ?? null, write);
