// Follows docs/recipes.md: writes its blocks into a copy of the tree, each where its first line says.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

interface Step {
  recipe: string;
  file: string;
  /** The line it goes next to; null for a new file. */
  at: { how: 'after' | 'instead of'; line: string } | null;
  text: string;
}

export function recipeSteps(): Step[] {
  const page = readFileSync(join(root, 'docs/recipes.md'), 'utf8');
  return page.split(/^## /m).flatMap((section) => {
    const recipe = section.split('\n', 1)[0]!;
    return [...section.matchAll(/```\w+ (\S+)(?: (after|instead of) "([^\n]*)")?\n([\s\S]*?)```/g)].map(
      ([, file, how, line, text]) => ({
        recipe,
        file: file!,
        at: how ? { how: how as 'after' | 'instead of', line: line! } : null,
        text: text!,
      }),
    );
  });
}

/** What a command said, and whether it failed. */
export interface Said {
  status: number | null;
  said: string;
}

export interface Copy {
  folder: string;
  /** Writes the steps into the tree, in their order. */
  perform(steps: readonly Step[]): void;
  /** Writes the steps' files with all other steps of them, except those that stand on these. Out: what puts the steps back. */
  leaveOut(...steps: Step[]): () => void;
  /** Checks the types that a configuration covers; what did not change since is not checked again. */
  types(project: 'tsconfig.json' | 'tsconfig.server.json'): Said;
  tests(project: string, ...files: string[]): Said;
  remove(): void;
}

/**
 * Copies the tree as it is and links the modules of this one. The copy lies inside the repository, in a folder that git
 * ignores.
 */
export function copyOfTheTree(): Copy {
  mkdirSync(join(root, 'test-results'), { recursive: true });
  const folder = mkdtempSync(join(root, 'test-results/recipes-'));
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  }).split('\n');
  for (const file of files)
    if (file !== '' && existsSync(join(root, file))) cpSync(join(root, file), join(folder, file), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  cpSync(join(folder, 'tests/recipes/server.check.ts'), join(folder, 'tests/server/recipes.test.ts'));
  cpSync(join(folder, 'tests/recipes/console.check.tsx'), join(folder, 'tests/client/recipes.test.tsx'));
  const run = (...args: string[]): Said => {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: folder,
      encoding: 'utf8',
      env: {
        ...process.env,
        VITEST: undefined,
        VITEST_POOL_ID: undefined,
        VITEST_WORKER_ID: undefined,
        LONG_TESTS: undefined,
      },
    });
    return { status, said: `${stdout}${stderr}` };
  };
  let performed: readonly Step[] = [];
  /** The file as the repository has it, with the steps that go into it. */
  function write(file: string, steps: readonly Step[], { isWhole = true } = {}) {
    const [from, to] = [join(root, file), join(folder, file)];
    let lines = existsSync(from) ? readFileSync(from, 'utf8').split('\n') : null;
    for (const { recipe, at, text } of steps.filter((step) => step.file === file)) {
      if (!at && lines) throw new Error(`"${recipe}": there is a file ${file} already.`);
      const found = at && lines ? lines.findIndex((each) => each.includes(at.line)) : -1;
      if (!at) lines = text.split('\n');
      else if (lines && found >= 0)
        lines.splice(at.how === 'after' ? found + 1 : found, at.how === 'after' ? 0 : 1, text.replace(/\n$/, ''));
      else if (isWhole) throw new Error(`"${recipe}": ${file} has no line with ${at.line}`);
    }
    mkdirSync(dirname(to), { recursive: true });
    if (lines) writeFileSync(to, lines.join('\n'));
    else rmSync(to);
  }
  return {
    folder,
    types: (project) => {
      const kept = `test-results/${project}.buildinfo`;
      return run(
        'node_modules/typescript/bin/tsc',
        '-p',
        project,
        '--noEmit',
        '--incremental',
        '--tsBuildInfoFile',
        kept,
      );
    },
    tests: (project, ...files) => run('node_modules/vitest/vitest.mjs', 'run', '--project', project, ...files),
    perform(steps) {
      for (const file of new Set(steps.map((step) => step.file))) write(file, steps);
      performed = steps;
    },
    leaveOut(...steps) {
      const files = new Set(steps.map(({ file }) => file));
      const others = performed.filter((each) => !steps.includes(each));
      for (const file of files) write(file, others, { isWhole: false });
      return () => files.forEach((file) => write(file, performed));
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
