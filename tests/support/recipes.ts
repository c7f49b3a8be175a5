// Follows docs/recipes.md: writes its blocks into a copy of the tree, each where its first line says.
import { execFileSync } from 'node:child_process';
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

export interface Copy {
  folder: string;
  perform(step: Step): void;
  /** Undoes the last step in a file. */
  restore(step: Step): void;
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
  return {
    folder,
    perform({ recipe, file, at, text }) {
      const path = join(folder, file);
      if (!at) {
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, text, { flag: 'wx' });
        return;
      }
      const lines = readFileSync(path, 'utf8').split('\n');
      const found = lines.findIndex((each) => each.includes(at.line));
      if (found < 0) throw new Error(`"${recipe}": ${file} has no line with ${at.line}`);
      lines.splice(at.how === 'after' ? found + 1 : found, at.how === 'after' ? 0 : 1, text.replace(/\n$/, ''));
      writeFileSync(path, lines.join('\n'));
    },
    restore({ file, text, at }) {
      const path = join(folder, file);
      if (!at) rmSync(path);
      else writeFileSync(path, readFileSync(path, 'utf8').replace(`${text.replace(/\n$/, '')}\n`, ''));
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
