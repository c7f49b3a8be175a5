// Follows docs/add-a-resource.md: writes its code blocks where the page says, into a copy of src/resources.
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Resource } from '#src/resources/kit/defineResource.ts';

const root = join(import.meta.dirname, '..', '..');

interface Followed {
  /** The address of the copied registry, with the page's two lines in it. */
  registryFile: string;
  /** The registry's order, with the new resource inserted. */
  resources: readonly Resource[];
  added: Resource;
  migration: { name: string; sql: string };
  remove(): void;
}

export async function followThePage(): Promise<Followed> {
  const page = readFileSync(join(root, 'docs/add-a-resource.md'), 'utf8');
  const [declaration, importLine, entry, sql] = [...page.matchAll(/```(?:ts|sql)\n([\s\S]*?)```/g)].map(
    (block) => block[1]!,
  ) as [string, string, string, string];
  const file = /`src\/resources\/(\w+\.ts)`:/.exec(page)![1]!;
  const name = /`(\d{4}_\w+\.sql)`:/.exec(page)![1]!;

  // Inside the repository, because vite serves files from nowhere else to tests of the console. Git ignores this
  // folder.
  mkdirSync(join(root, 'test-results'), { recursive: true });
  const folder = mkdtempSync(join(root, 'test-results/page-'));
  const copy = join(folder, 'resources');
  mkdirSync(copy);
  // Links the real kit and declarations, so that each is in memory only once.
  const original = join(root, 'src/resources');
  for (const each of readdirSync(original))
    if (each !== 'index.ts') symlinkSync(join(original, each), join(copy, each));
  writeFileSync(join(copy, file), declaration, { flag: 'wx' });
  writeFileSync(join(copy, 'index.ts'), withLines(readFileSync(join(original, 'index.ts'), 'utf8'), importLine, entry));

  const registryFile = join(copy, 'index.ts');
  const { resources } = (await import(/* @vite-ignore */ registryFile)) as {
    resources: readonly Resource[];
  };
  const added = resources.find((resource) => declaration.includes(`defineResource('${resource.name}'`))!;
  const remove = () => rmSync(folder, { recursive: true, force: true });
  return { registryFile, resources, added, migration: { name, sql }, remove };
}

/** Adds the entry after its first line, which the registry already has. */
function withLines(registry: string, importLine: string, entry: string): string {
  const [anchor] = entry.split('\n') as [string];
  if (!registry.includes(`\n${anchor}\n`)) throw new Error(`The registry has no line "${anchor}".`);
  return registry.replace(`\n${anchor}\n`, `\n${entry}`).replace('\nimport ', `\n${importLine}import `);
}
