// Writes the language of a build into its code. In English what `say` says stands there by itself, so that it costs nothing; in
// another language the catalogue's text stands there instead.
import type { Plugin } from 'vite';
import type { Translate } from '../src/words/reader.ts';
import { textsIn } from './texts.ts';
import type { Mark, Said } from './texts.ts';

export interface Language {
  locale: string;
  /** Null for English. */
  translate: Translate | null;
  /** What a text is in one file alone, where its English has two meanings: by the file and the English. */
  inFile: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** What names of fields and values become (`said`): they are known only when the code runs. */
  names: Readonly<Record<string, string>>;
}

export function inLanguage(language: Language): Plugin {
  return {
    name: 'sharebook-in-language',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/ },
      handler(code, id) {
        if (language.translate && id.endsWith('/src/words/said.ts'))
          return { code: saidModule(language.names), map: null };
        if (id.endsWith('/src/words/locale.ts'))
          return { code: `export const LOCALE = ${JSON.stringify(language.locale)};`, map: null };
        if (
          id.includes('/src/words/') ||
          !/\b(say|sayAround|said|inSentence|figures|dotted|readerFormats|figuresLocale)\b/.test(code)
        )
          return null;
        return { code: spoken(code, id, language), map: null };
      },
    },
    transformIndexHtml: (html) => htmlIn(html, language),
  };
}

const saidModule = (names: Language['names']) =>
  `const names = ${JSON.stringify(names)};\nexport const said = (text) => names[text] ?? text;`;

const IN_PAGE = /(<noscript>|<meta name="description" content=")([^<"]+)/g;

/** A page's own texts: what is read without scripts, and what a search engine shows. */
export const textsOfPage = (html: string): string[] => [...html.matchAll(IN_PAGE)].map(([, , text]) => text!);

const htmlIn = (html: string, { locale, translate }: Language): string =>
  html
    .replace('<html lang="en">', `<html lang="${locale}">`)
    .replaceAll(IN_PAGE, (_, before: string, text: string) => before + (translate?.(text) ?? text));

type Piece = Said | Mark;

/** What the call of a mark becomes: in English each, in another language `inSentence` alone. */
const MARKS: Record<Mark['kind'], (inner: string, locale: string) => string> = {
  said: (inner) => `(${inner})`,
  figures: (inner) => `(${inner})`,
  'in sentence': (inner, locale) => (locale === 'de' ? `(${inner})` : `(${inner}).toLowerCase()`),
  'plain plural': (inner) => inner,
  formats: () => 'undefined',
  locale: () => '"en-US"',
};

/** The code of a file with its texts in a language. */
export function spoken(source: string, file: string, { locale, translate, inFile }: Omit<Language, 'names'>): string {
  const own = Object.entries(inFile).find(([path]) => file.endsWith(path))?.[1];
  const { said, marks } = textsIn(source, file);
  const pieces: Piece[] = [...said, ...marks.filter(({ kind }) => locale === 'en' || kind === 'in sentence')].toSorted(
    (left, right) => left.start - right.start || right.end - left.end,
  );
  const emit = (from: number, to: number): string => {
    let [written, at] = ['', from];
    for (const piece of pieces) {
      if (piece.start < at || piece.end > to) continue;
      written += source.slice(at, piece.start) + write(piece);
      at = piece.end;
    }
    return written + source.slice(at, to);
  };
  const within = ({ start, end }: { start: number; end: number }) => emit(start, end);
  const write = (piece: Piece): string => {
    if ('kind' in piece) return MARKS[piece.kind](piece.inner ? within(piece.inner) : '', locale);
    const { key, before, after, values, around } = piece;
    const text = `${before}${own?.[key] ?? translate?.(key) ?? key}${after}`;
    const parts = text.split(/\{(\d+)\}/);
    const valueAt = (part: string) => values[Number(part) - 1]!;
    if (around) {
      const children = parts.map((part, at) => (at % 2 === 0 ? child(part) : amongChildren(valueAt(part)))).join('');
      return around === 'children' ? children : `<>${children}</>`;
    }
    if (parts.length === 1) return JSON.stringify(text);
    return `\`${parts.map((part, at) => (at % 2 === 0 ? escaped(part) : `\${${within(valueAt(part))}}`)).join('')}\``;
  };
  const amongChildren = (value: Said['values'][number]) => (value.isElement ? within(value) : `{${within(value)}}`);
  return emit(0, source.length);
}

const child = (text: string) => (text === '' ? '' : `{${JSON.stringify(text)}}`);
const escaped = (text: string) => text.replaceAll(/[`\\]|\$\{/g, String.raw`\$&`);
