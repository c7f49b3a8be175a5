// Keeps the declarations out of the console's first files. src/resources/heads/heads.ts makes its data of all of them, and
// src/resources/heads/loadResource.ts finds one among all: the browser's build has the data, and an import of each declaration's file.
import type { Plugin } from 'vite';
import { heads } from '../src/resources/heads/heads.ts';
import { declarationOf } from '../src/resources/kit/defineResource.ts';

export function leanResources(): Plugin {
  return {
    name: 'sharebook-lean-resources',
    apply: 'build',
    transform: {
      filter: { id: /\/src\/resources\/heads\/(heads|loadResource)\.ts$/ },
      handler: (_, id) => (id.endsWith('/heads.ts') ? headsAsData() : importOfEach()),
    },
  };
}

const headsAsData = () => `export const heads = ${JSON.stringify(heads)};`;

function importOfEach(): string {
  const imports = heads.map(({ name }) => {
    const declaration = declarationOf(name);
    return `${JSON.stringify(name)}: async () => (await import('../${declaration}.ts')).${declaration},`;
  });
  return `const imports = {\n${imports.join('\n')}\n};\nexport const loadResource = (name) => imports[name]();`;
}
