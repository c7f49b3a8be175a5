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

export const wordPlaces: readonly Place[] = files.flatMap((file) => {
  const source = readFileSync(join(root, file), 'utf8');
  const tree = parseAst(source, { lang: 'ts' });
  const constants = new Map<string, unknown>();
  seeAll(tree, (node) => {
    if (node.type === 'VariableDeclarator') constants.set(String((node.id as Node).name), node.init);
  });
  const found: Place[] = [];
  seeAll(tree, (node) => {
    if (node.type !== 'TemplateLiteral') return;
    for (const [index, each] of (node.expressions as Node[]).entries()) {
      const words = wordsOf(each, constants);
      if (words.length > 0 || OURS.test(source.slice(each.start, each.end)))
        found.push({ file, key: keyOf(node), at: index + 1, words });
    }
  });
  return found;
});
