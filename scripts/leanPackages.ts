// Parts of packages that no screen here needs, left out of the browser's build. Each says so when a new version of its package
// is written in another way.
import { join } from 'node:path';
import type { Plugin } from 'vite';

const substitutes = join(import.meta.dirname, '..', 'src/substitutes');

/** What stands in for a package. Most functions that ra-core imports from lodash are in es-toolkit in a third of the bytes. */
export const substituted = [
  { find: /^lodash\/(isEqual|pick|union)\.js$/, replacement: join(substitutes, '$1.ts') },
  { find: /^lodash\/(\w+)\.js$/, replacement: 'es-toolkit/compat/$1' },
  { find: /^query-string$/, replacement: join(substitutes, 'queryString.ts') },
];

interface Cut {
  file: RegExp;
  /** Of several such files, the one with this text. */
  has?: string;
  /** Each text that is left out, and what stands in its place. */
  texts: [from: string | RegExp, to: string][];
}

const cuts: Cut[] = [
  {
    // The console is inside its own BrowserRouter, so ra-core never creates the hash router that it uses otherwise. Without it,
    // the bundle does not need react-router's data router either: a tenth of what a first visit loads.
    file: /ra-core\/dist\/routing\/adapters\/reactRouterProvider\.js$/,
    texts: [
      ['createHashRouter, RouterProvider as ReactRouterProvider, ', ''],
      [
        'const InternalRouter =',
        "const createHashRouter = () => { throw new Error('The console is outside its router.'); };\nconst ReactRouterProvider = createHashRouter;\nconst InternalRouter =",
      ],
    ],
  },
  {
    // The names for developer tools: an assignment to a component keeps it, as the scripts and forms of pages made by a server.
    file: /react-router\/dist\/\w+\/chunk-\w+\.mjs$/,
    has: 'function BrowserRouter(',
    texts: [
      [/^\w+\.displayName = "\w+";$/gm, ''],
      [/(?<== )(?=React\d*\.forwardRef\()/g, '/* @__PURE__ */ '],
    ],
  },
  {
    // Lists are exported by the server; react-admin's own exporter brings a library that writes CSV.
    file: /ra-core\/dist\/export\/defaultExporter\.js$/,
    texts: [[/^[^]+$/, 'export const defaultExporter = false;']],
  },
  {
    // Every resource has its label (src/i18n/en.ts), so that none is made of its name by the grammar of English.
    file: /ra-core\/dist\/core\/useGetResourceLabel\.js$/,
    texts: [
      ["import { humanize, inflect } from 'inflection';", ''],
      ['humanize(inflect(resource, count))', 'resource'],
    ],
  },
];

export const leanPackages = (): Plugin[] =>
  cuts.map(({ file, has = '', texts }) => ({
    name: 'sharebook-lean-packages',
    apply: 'build',
    transform: {
      filter: { id: file, code: has },
      handler(code, id) {
        return texts.reduce((text, [from, to]) => {
          const shorter = text.replace(from, to);
          if (shorter === text) this.error(`${id} is written in another way now: see scripts/leanPackages.ts.`);
          return shorter;
        }, code);
      },
    },
  }));
