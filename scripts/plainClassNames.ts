// Class names of CSS modules as plain text in the code that uses them. Through the object that a module exports by default, every
// name of every screen would be in the console's first file, where the styles are.
import type { Plugin } from 'vite';

const importing = /^import (\w+) from ('[^']+\.module\.css'|"[^"]+\.module\.css");?$/gm;

export function plainClassNames(): Plugin {
  return {
    name: 'sharebook-plain-class-names',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/, code: '.module.css' },
      handler: (code) => code.replaceAll(importing, 'import * as $1 from $2;'),
    },
  };
}
