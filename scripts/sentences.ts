// Extracts the texts of a source file that people read: string literals, templates and element text with words.
import { readFileSync } from 'node:fs';
import { parseAst } from 'vite';

export interface Sentence {
  line: number;
  /** Placeholders appear as {…}. */
  text: string;
}

type Node = { type: string; start: number } & Record<string, unknown>;

/** Skipped, because they contain names for programs: modules, types, class names, keys and addresses. */
const SILENT = new Set([
  'ImportDeclaration',
  'ExportAllDeclaration',
  'TSTypeAnnotation',
  'TSTypeAliasDeclaration',
  'TSInterfaceDeclaration',
  'TSLiteralType',
  'ImportExpression',
]);
const SILENT_ATTRIBUTES = new Set([
  'className',
  'id',
  'href',
  'to',
  'd',
  'viewBox',
  'type',
  'role',
  'key',
  'name',
  'autoComplete',
  'inputMode',
]);
/** Fields whose values are included however short they are. */
const SPOKEN = new Set([
  'label',
  'help',
  'title',
  'submit',
  'keep',
  'done',
  'text',
  'summary',
  'about',
  'empty',
  'definition',
  'createLabel',
  'singular',
  'message',
  'detail',
  'heading',
  'what',
  'failed',
  'legend',
  'placeholder',
  'patternHelp',
]);

/** The other aria attributes hold ids and states: aria-live="polite". */
const SPOKEN_ARIA = new Set(['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext']);

export function sentencesOf(file: string): Sentence[] {
  const source = readFileSync(file, 'utf8');
  const found: { start: number; text: string }[] = [];
  const visit = (node: unknown, spoken: boolean): void => {
    if (Array.isArray(node)) return node.forEach((each) => visit(each, spoken));
    if (!isNode(node) || SILENT.has(node.type)) return;
    if (node.type === 'JSXAttribute' && SILENT_ATTRIBUTES.has(nameOf(node.name))) return;
    const text = textOf(node);
    if (text !== null && isRead(text, spoken)) found.push({ start: node.start, text });
    const isSpoken =
      (node.type === 'Property' && SPOKEN.has(nameOf(node.key))) ||
      (node.type === 'JSXAttribute' && (SPOKEN.has(nameOf(node.name)) || SPOKEN_ARIA.has(nameOf(node.name))));
    for (const [key, value] of Object.entries(node)) {
      // A property's name is not a text.
      if (key === 'key' && node.type === 'Property' && node.computed !== true) continue;
      if (isForProgram(node, key)) continue;
      if (typeof value === 'object') visit(value, isSpoken || (spoken && node.type !== 'Property'));
    }
  };
  visit(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }), false);
  const lines = lineStarts(source);
  return found
    .toSorted((left, right) => left.start - right.start)
    .map(({ start, text }) => ({ line: lines.findLastIndex((at) => at <= start) + 1, text }));
}

/** The part of a node that a program compares, splits into words, or reads as the names of a record's fields. */
function isForProgram(node: Node, key: string): boolean {
  if (node.type === 'BinaryExpression') return /^[!=]==?$/.test(String(node.operator));
  if (node.type === 'MemberExpression') return key === 'object' && nameOf(node.property) === 'split';
  return node.type === 'Property' && nameOf(node.key) === 'heading' && key === 'value' && isList(node.value);
}

const isList = (value: unknown) => isNode(value) && value.type === 'ArrayExpression';

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const nameOf = (value: unknown): string => {
  const { name, value: literal } = (value ?? {}) as { name?: unknown; value?: unknown };
  return typeof name === 'string' ? name : typeof literal === 'string' ? literal : '';
};

function textOf(node: Node): string | null {
  if (node.type === 'Literal' || node.type === 'JSXText')
    return typeof node.value === 'string' ? tidied(node.value) : null;
  if (node.type !== 'TemplateLiteral') return null;
  const parts = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
  return tidied(parts.join('{…}'));
}

const tidied = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** SQL, selectors, paths, class names and media types contain words too, but nobody reads them. */
const FOR_PROGRAMS =
  /^(select|insert|update|delete|with|from|where|create|alter|drop|set|grant|revoke|lock|begin|commit|rollback|savepoint|release|values|join|left|and|or|exists|not|order|group|on|union|lateral|case|coalesce|trim_scale|\()\b.*|[{};=<>|\\^]{2,}|^[@#.][\w-]+|::|^\w+\/\w|^(rgb|var|calc|inset|translate)|\$\d/s;

/** SQL operators, HTTP policies and lists of columns: no sentence contains them, so they are skipped in every field. */
const NEVER_READ = /->>|= \$\d|\w=\(\)|-src '|, no-store$|^[a-z_.]+_[a-z_.]+(, [a-z_. ]+)+$/;

function isRead(text: string, spoken: boolean): boolean {
  if (!/\p{L}{2,}/u.test(text.replaceAll('{…}', '')) || NEVER_READ.test(text)) return false;
  if (spoken) return true;
  // A value beside a sign or another value is no sign of code.
  if (!text.includes(' ') || FOR_PROGRAMS.test(text.replaceAll('{…}', '…'))) return false;
  // Class names or command-line options: lower case, without punctuation.
  return /[.,:;?!’“”"()]|\{…\}|\p{Lu}/u.test(text) || text.split(' ').length > 3;
}

function lineStarts(source: string): number[] {
  const starts = [0];
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
