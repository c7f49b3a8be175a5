// The heads of the resources as data in the browser's build: src/resources/heads.ts makes them of the declarations, all of which
// would otherwise be in the console's first file.
import type { Plugin } from 'vite';
import { heads } from '../src/resources/heads.ts';

export function headsOnly(): Plugin {
  return {
    name: 'sharebook-heads-only',
    apply: 'build',
    transform: {
      filter: { id: /\/src\/resources\/heads\.ts$/ },
      handler: () => `export const heads = ${JSON.stringify(heads)};`,
    },
  };
}
