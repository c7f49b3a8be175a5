// The sentences that the server says in answers: refusals, findings and advice, found in the source, with {1}, {2} for their values.
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { parseAst } from 'vite';

type Node = { type: string } & Record<string, unknown>;
const root = join(import.meta.dirname, '../../..');

/** What the operator reads, what is for programs (OpenAPI), and papers that are English for all (docs/decisions/languages.md). */
const ELSEWHERE =
  /^server\/(words|maintenance|db|process|providers|paper|commands\/demo|commands\/unclaimed\/letters|queries\/yearlyTaxForms|commands\/shareholders\/taxFormPaper)|^server\/\w+\.ts$|^src\/domain\/sheets\/templates\.ts$/;
const DESCRIBES = new Set(['describe', 'meta', 'openapi']);
const DESCRIPTIONS = new Set(['description', 'summary', 'answers', 'about']);
/** Refusals of what only a program can send, and helps of its parameters. */
const FOR_PROGRAMS = /\bids?\b|^The form is one of|^A year such as/;
const SENTENCE = /^(\p{Lu}|“?\{1\}).*\p{L}.* .*[.?]$/su;

interface Text {
  file: string;
  key: string;
}

/** All texts in its code and in what reads spreadsheets for it, whoever they are for. */
export const serverTexts: readonly Text[] = ['server', 'src/domain/sheets']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (file) => `${folder}/${file.replaceAll(sep, '/')}`,
    ),
  )
  .filter((file) => file.endsWith('.ts') && !ELSEWHERE.test(file))
  .flatMap((file) =>
    textsIn(parseAst(readFileSync(join(root, file), 'utf8'), { lang: 'ts' })).map((key) => ({ file, key })),
  );

export const serverSentences = serverTexts.filter(({ key }) => SENTENCE.test(key) && !FOR_PROGRAMS.test(key));

/** What may be answered to questions about a spreadsheet, which are not all sentences. */
export const choicesOfSheets: readonly string[] = readdirSync(join(root, 'src/domain/sheets'), {
  recursive: true,
  encoding: 'utf8',
})
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) => choicesIn(parseAst(readFileSync(join(root, 'src/domain/sheets', file), 'utf8'), { lang: 'ts' })));

function choicesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(choicesIn);
  if (!isNode(value)) return [];
  if (value.type === 'Property' && (value.key as { name?: string }).name === 'label') return textsIn(value.value);
  return Object.values(value).flatMap((each) => (typeof each === 'object' ? choicesIn(each) : []));
}

function textsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (!isNode(value)) return [];
  const callee = value.callee as { name?: string; property?: { name?: string } } | undefined;
  if (value.type === 'CallExpression' && DESCRIBES.has(callee?.name ?? callee?.property?.name ?? '')) return [];
  if (value.type === 'Property' && DESCRIPTIONS.has((value.key as { name?: string }).name ?? '')) return [];
  if (value.type === 'TaggedTemplateExpression') return textsIn((value.quasi as Node).expressions);
  const inside = Object.values(value).flatMap((each) => (typeof each === 'object' ? textsIn(each) : []));
  if (value.type === 'Literal' && typeof value.value === 'string') return [value.value.trim(), ...inside];
  return value.type === 'TemplateLiteral' ? [keyOf(value), ...inside] : inside;
}

function keyOf(template: Node): string {
  const texts = template.quasis as { value: { cooked: string } }[];
  const key = texts.map(({ value }, at) => (at === 0 ? value.cooked : `{${at}}${value.cooked}`)).join('');
  return key.trim();
}

function isNode(value: unknown): value is Node {
  return typeof (value as Node | null)?.type === 'string';
}
