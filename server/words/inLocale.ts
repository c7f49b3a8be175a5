// Whoever a mail or a paper is for reads it in their language: `say` speaks it within.
import { AsyncLocalStorage } from 'node:async_hooks';
import { speakFor } from '#src/words/reader.ts';
import type { Reader } from '#src/words/reader.ts';
import { namesIn, translateTo } from './catalogue.ts';

const reading = new AsyncLocalStorage<Reader>();
const readers = new Map<string, Reader>();

speakFor(() => reading.getStore());

/** In: null or a language without a catalogue for English. */
export function inLocale<T>(locale: string | null, write: () => T): T {
  const reader = locale === null ? null : readerOf(locale);
  return reader ? reading.run(reader, write) : reading.exit(write);
}

function readerOf(locale: string): Reader | null {
  const known = readers.get(locale);
  if (known) return known;
  const text = translateTo(locale);
  if (!text) return null;
  const names = namesIn(locale);
  const reader = { locale, text, name: (name: string) => names[name] ?? text(name) };
  readers.set(locale, reader);
  return reader;
}
