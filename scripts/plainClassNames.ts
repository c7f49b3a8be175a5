// Class names of CSS modules as plain text in the code that uses them. Through the object that a module exports by default, every
// name of every screen would be in the console's first file, where the styles are.
import { createHash } from 'node:crypto';
import { join, relative } from 'node:path';
import type { Plugin } from 'vite';

const importing = /^import (\w+) from ('[^']+\.module\.css'|"[^"]+\.module\.css");?$/gm;

/** Whose name each is, so that two classes never share one. */
const given = new Map<string, string>();

/** The name of a class in a build. Throws when another class has it: then one of them needs another name. */
export function shortName(name: string, file: string): string {
  const whose = `${relative(join(import.meta.dirname, '..'), file)} ${name}`;
  const short = `_${createHash('sha256').update(whose).digest('base64url').slice(0, 4)}`;
  const other = given.get(short) ?? whose;
  if (other !== whose) throw new Error(`The classes ${other} and ${whose} would have one name in the build.`);
  given.set(short, whose);
  return short;
}

export const plainClassNames = (): Plugin[] => [
  {
    name: 'sharebook-plain-class-names',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/, code: '.module.css' },
      handler: (code) => code.replaceAll(importing, 'import * as $1 from $2;'),
    },
  },
  {
    // The styles stay in the build although no code is left that asks the module for its names.
    name: 'sharebook-styles-without-names',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /\.module\.css$/ },
      handler: (code) => ({ code, moduleSideEffects: 'no-treeshake' }),
    },
  },
];
