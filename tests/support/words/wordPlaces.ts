// The places of the server's sentences in which words of ours stand, found in the source.
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { parseAst } from 'vite';

type Node = { type: string; start: number; end: number } & Record<string, unknown>;
const root = join(import.meta.dirname, '../../..');
const files = ['server', 'src/domain']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (file) => `${folder}/${file.replaceAll(sep, '/')}`,
    ),
  )
  .filter((file) => file.endsWith('.ts'));

/** What is a name of a field, a list or a value, whatever it is called there. */
const OURS =
  /\b(resource|target)\.(singular|plural|label)$|\b(wordOf|labelOf|nounOf|unitsOf|manyOf|stateInWords|endingInWords)\(|\b[A-Z_]*WORDS\b/;

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';
function seeAll(value: unknown, see: (node: Node, parent: Node | null) => void, parent: Node | null = null): void {
  if (Array.isArray(value)) return value.forEach((each) => seeAll(each, see, parent));
  if (!isNode(value)) return;
  see(value, parent);
  for (const each of Object.values(value)) if (typeof each === 'object') seeAll(each, see, value);
}

/** The words that an expression may be, as far as they stand in it; what is named by a constant stands there. */
function wordsOf(value: unknown, constants: ReadonlyMap<string, unknown>): string[] {
  if (!isNode(value)) return [];
  switch (value.type) {
    case 'ConditionalExpression':
      return [...wordsOf(value.consequent, constants), ...wordsOf(value.alternate, constants)];
    case 'Literal':
      return typeof value.value === 'string' && /^\p{L}[^.]*\.?$/u.test(value.value) ? [value.value] : [];
    case 'Identifier':
      return wordsOf(constants.get(String(value.name)), new Map());
    case 'TaggedTemplateExpression':
      return keyOf(value.quasi as Node).match(/^\p{L}[^{]*$/u) ? [keyOf(value.quasi as Node)] : [];
    default:
      return [];
  }
}

const keyOf = (template: Node): string =>
  (template.quasis as { value: { cooked: string } }[])
    .map(({ value }, at) => (at === 0 ? value.cooked : `{${at}}${value.cooked}`))
    .join('')
    .trim();

export interface Place {
  file: string;
  key: string;
  at: number;
  words: string[];
}

const sources = files.map((file) => {
  const source = readFileSync(join(root, file), 'utf8');
  return { file, source, tree: parseAst(source, { lang: 'ts' }) };
});

/** By its name, every function of one; and the calls of a name. */
const functions = new Map<string, { file: string; declared: Node }[]>();
const calls = new Map<string, Node[]>();
for (const { file, tree } of sources)
  seeAll(tree, (node) => {
    const declared = node.type === 'VariableDeclarator' ? node.init : node;
    if (isNode(declared) && declared.type.includes('Function') && isNode(node.id))
      functions.set(String(node.id.name), [...(functions.get(String(node.id.name)) ?? []), { file, declared }]);
    if (node.type !== 'CallExpression' || !isNode(node.callee)) return;
    const name = String(node.callee.name);
    calls.set(name, [...(calls.get(name) ?? []), node]);
  });

/** What programs call a field or a parameter. */
const FOR_PROGRAMS = /^(columns|filter|sort|range|quantity|points|holders|basis|grouping|\w+_\w+)$/;

/** Where a function writes one of its parameters, for which its calls give words. A name of several functions says nothing. */
const ofParameters: readonly Place[] = [...functions].flatMap(([name, [own, other]]) => {
  const { file, declared } = own!;
  if (other) return [];
  const parameters = (declared.params as Node[]).map((each) => String(each.name));
  const wordsFor = (parameter: string) => {
    const at = parameters.indexOf(parameter);
    return (at < 0 ? [] : (calls.get(name) ?? []))
      .flatMap((call) => wordsOf((call.arguments as Node[])[at], new Map()))
      .filter((word) => !FOR_PROGRAMS.test(word));
  };
  return placesIn(declared.body, file, (each) => (each.type === 'Identifier' ? wordsFor(String(each.name)) : null));
});

/** `words`: those that stand in a place; null where none of ours does. */
function placesIn(tree: unknown, file: string, words: (each: Node) => string[] | null): Place[] {
  const found: Place[] = [];
  seeAll(tree, (node) => {
    if (node.type !== 'TemplateLiteral') return;
    for (const [index, each] of (node.expressions as Node[]).entries()) {
      const own = words(each);
      if (own) found.push({ file, key: keyOf(node), at: index + 1, words: own });
    }
  });
  return found;
}

export const wordPlaces: readonly Place[] = [
  ...sources.flatMap(({ file, source, tree }) => {
    const constants = new Map<string, unknown>();
    seeAll(tree, (node) => {
      if (node.type === 'VariableDeclarator') constants.set(String((node.id as Node).name), node.init);
    });
    return placesIn(tree, file, (each) => {
      const words = wordsOf(each, constants);
      return words.length > 0 || OURS.test(source.slice(each.start, each.end)) ? words : null;
    });
  }),
  ...ofParameters.filter(({ words }) => words.length > 0),
];
