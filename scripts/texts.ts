// Finds the texts that a source file says: what stands after `say` and `sayAround`, with the places of its values.
import { parseAst } from 'vite';

type Node = { type: string; start: number; end: number } & Record<string, unknown>;

export interface Said {
  start: number;
  end: number;
  /** The text with {1}, {2} for its values and no white space around it: its key in a catalogue. */
  key: string;
  /** White space around it, which stays where it is. */
  before: string;
  after: string;
  /** Where each value stands in the source. */
  values: { start: number; end: number; isElement: boolean }[];
  /** With elements: among the children of another, or an expression of its own. */
  around: 'children' | 'fragment' | null;
}

/**
 * A call of `said`, `figures` or `dotted`, whose text is known only when it runs; of `inSentence`; or the end of a plural that is its beginning and an s.
 */
export interface Mark {
  start: number;
  end: number;
  kind: 'said' | 'figures' | 'in sentence' | 'plain plural' | 'formats' | 'locale';
  /** The part that says it all; null for a call without a value. */
  inner: { start: number; end: number } | null;
}

export interface Texts {
  said: Said[];
  marks: Mark[];
}

const TAGS: ReadonlySet<unknown> = new Set(['say', 'sayAround']);

/** In: TypeScript, with elements where `file` ends in x. */
export function textsIn(source: string, file: string): Texts {
  const found: Texts = { said: [], marks: [] };
  seeAll(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }), (node, parent) => {
    if (node.type === 'TaggedTemplateExpression' && TAGS.has(nameOf(node.tag))) found.said.push(saidIn(node, parent));
    if (node.type === 'CallExpression') found.marks.push(...marksOf(node));
  });
  return found;
}

/** Each node of a syntax tree, with the one that it stands in. */
function seeAll(value: unknown, see: (node: Node, parent: Node | null) => void, parent: Node | null = null): void {
  if (Array.isArray(value)) return value.forEach((each) => seeAll(each, see, parent));
  if (!isNode(value)) return;
  see(value, parent);
  for (const each of Object.values(value)) if (typeof each === 'object') seeAll(each, see, value);
}

function saidIn(node: Node, parent: Node | null): Said {
  const { expressions } = node.quasi as { expressions: Node[] };
  const whole = templateKey(node.quasi as Node);
  const around =
    nameOf(node.tag) !== 'sayAround' ? null : parent?.type === 'JSXExpressionContainer' ? 'children' : 'fragment';
  // The braces around children are written anew.
  const { start, end } = around === 'children' ? parent! : node;
  const key = whole.trim();
  const at = whole.indexOf(key);
  return {
    start,
    end,
    key,
    before: whole.slice(0, at),
    after: whole.slice(at + key.length),
    values: expressions.map((each) => ({ start: each.start, end: each.end, isElement: each.type === 'JSXElement' })),
    around,
  };
}

const templateKey = (template: Node): string =>
  (template.quasis as { value: { cooked: string } }[])
    .map(({ value }, at) => (at === 0 ? value.cooked : `{${at}}${value.cooked}`))
    .join('');

function marksOf(call: Node): Mark[] {
  const given = call.arguments as Node[];
  const name = nameOf(call.callee);
  const [first, one, many] = given;
  if (name === 'said' && first) return [{ kind: 'said', start: call.start, end: call.end, inner: first }];
  if ((name === 'figures' || name === 'dotted') && first)
    return [{ kind: 'figures', start: call.start, end: call.end, inner: first }];
  if (name === 'inSentence' && first) return [{ kind: 'in sentence', start: call.start, end: call.end, inner: first }];
  if (name === 'readerFormats') return [{ kind: 'formats', start: call.start, end: call.end, inner: null }];
  if (name === 'figuresLocale') return [{ kind: 'locale', start: call.start, end: call.end, inner: null }];
  const [singular, several] = [one, many].map((each) =>
    each?.type === 'TaggedTemplateExpression' ? saidIn(each, null).key : null,
  );
  if (name === 'plural' && singular && several === `${singular}s`)
    return [{ kind: 'plain plural', start: one!.start, end: many!.end, inner: one! }];
  return [];
}

/** The lines of what was done that a file of the server writes, with {1}, {2} for their values: of `recordActivity`, `says`, `audited` and those that note what an account did. */
export function linesDoneIn(source: string): string[] {
  const lines: unknown[] = [];
  /** What the file's constants begin with, by name. */
  const constants = new Map<unknown, unknown[]>();
  seeAll(parseAst(source, { lang: 'ts' }), (node) => {
    if (node.type === 'CallExpression') lines.push(...linesOfCall(node));
    if (node.type === 'VariableDeclarator')
      constants.set(nameOf(node.id), [...(constants.get(nameOf(node.id)) ?? []), node.init]);
  });
  return lines.flatMap((line) => keysOf(line, constants));
}

function linesOfCall(call: Node): unknown[] {
  const given = call.arguments as Node[];
  const callee = call.callee as { name?: string; property?: { name?: string } };
  const field = (of: Node | undefined, name: string) =>
    (of?.type === 'ObjectExpression' ? (of.properties as Node[]) : []).find((each) => nameOf(each.key) === name)?.value;
  switch (callee.name ?? callee.property?.name) {
    case 'recordActivity':
      return [field(given[1], 'text')];
    case 'audited':
      return [field(given[0], 'summary')];
    case 'says':
      return [given[0]];
    case 'noteDetail':
      return [given[2]];
    case 'noteAccountChange':
      return [given[3]];
    case 'noteOf':
      return [given[4]];
    default:
      return [];
  }
}

/** A line may be chosen by a condition or from a record of lines, and stand in a constant before. */
function keysOf(value: unknown, constants: ReadonlyMap<unknown, unknown[]>): string[] {
  if (!isNode(value)) return [];
  const all = (values: readonly unknown[]) => values.flatMap((each) => keysOf(each, constants));
  switch (value.type) {
    case 'ConditionalExpression':
      return all([value.consequent, value.alternate]);
    case 'Literal':
      return typeof value.value === 'string' ? [value.value] : [];
    case 'TemplateLiteral':
      return [templateKey(value)];
    case 'Identifier':
      return all(constants.get(value.name) ?? []);
    case 'CallExpression':
      return all([value.callee]);
    case 'MemberExpression':
      return all(value.computed ? [value.object] : []);
    case 'ObjectExpression':
      return all((value.properties as Node[]).map((each) => each.value));
    case 'ArrowFunctionExpression':
      return all([value.body]);
    default:
      return [];
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const nameOf = (value: unknown): unknown => (value as { name?: unknown } | null)?.name;
