// Class names of CSS modules as plain text in the code that uses them. Through the object that a module exports by default, every
// name of every screen would be in the console's first file, where the styles are.
import { createHash } from 'node:crypto';
import { join, relative } from 'node:path';
import type { Plugin } from 'vite';

const importing = /^import (\w+) from ('[^']+\.module\.css'|"[^"]+\.module\.css");?$/gm;

/** The name of a class in a build. */
export function shortName(name: string, file: string): string {
  const digest = createHash('sha256')
    .update(`${relative(join(import.meta.dirname, '..'), file)} ${name}`)
    .digest('base64url');
  return `_${digest.slice(0, 4)}`;
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
