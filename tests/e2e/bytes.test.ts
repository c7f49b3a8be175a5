// Checks the size of the first screens against the budgets in the docs. Bytes are exact, so the budgets work as tests.
import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { build } from '#scripts/build.ts';
import { shortName } from '#scripts/plainClassNames.ts';
import { en } from '#src/i18n/en.ts';
import { codeOfResource } from '#src/resources/firstScreen.ts';
import { resources } from '#src/resources/index.ts';
import { fileOfTool, toolPages } from '#src/resources/pages/toolPages.ts';

interface Chunk {
  file: string;
  name?: string;
  imports?: string[];
  dynamicImports?: string[];
}

const kilobyte = 1024;
let dist: string;
let manifest: Record<string, Chunk>;

beforeAll(async () => {
  ({ dist } = await build());
  manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8')) as typeof manifest;
});

/** By its source, or by its name in the build. */
function chunkOf(key: string): Chunk {
  const chunk = manifest[key] ?? Object.values(manifest).find(({ name }) => name === key);
  if (!chunk) throw new Error(`The manifest lacks ${key}.`);
  return chunk;
}

/** The scripts that a browser needs before the first screen of a page: the entry and all its static imports. */
function scriptsOf(page: string, later = false): string[] {
  const seen = new Set<string>();
  const visit = (key: string) => {
    if (seen.has(key)) return;
    seen.add(key);
    const chunk = chunkOf(key);
    chunk.imports?.forEach(visit);
    if (later) chunk.dynamicImports?.forEach(visit);
  };
  visit(page);
  return [...seen].map((key) => chunkOf(key).file).filter((file) => file.endsWith('.js'));
}

/** By file: most of what a page loads, others load too. */
const sizes = new Map<string, number>();

async function brotliBytes(files: string[]): Promise<number> {
  for (const file of files)
    if (!sizes.has(file)) sizes.set(file, brotliCompressSync(await readFile(join(dist, file))).length);
  return files.reduce((sum, file) => sum + sizes.get(file)!, 0);
}

describe('the JavaScript of a first screen, in Brotli', () => {
  it.each([
    ['/login', 65, ['account.html']],
    ['/signup', 75, ['account.html', 'src/auth/signup/SignupWizard.tsx']],
    ['the console', 108.5, ['index.html']],
    ['the dashboard', 114.5, ['index.html', 'dashboard']],
    ...resources.map((resource): [string, number, string[]] => [
      `the list of ${resource.name}`,
      126,
      ['index.html', 'lists', codeOfResource(resource)],
    ]),
  ])('of %s stays within its budget', async (_screen, budget_kb, pages) => {
    const bytes = await brotliBytes([...new Set(pages.flatMap((page) => scriptsOf(page)))]);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes / kilobyte).toBeLessThanOrEqual(budget_kb);
  });
  it('of the search over everything is at most 5 KB beyond a dialog and a search for a holder, and loaded when it is opened', async () => {
    const known = new Set(
      ['index.html', 'Autocomplete', 'src/admin/shell/KeyHelp.tsx'].flatMap((each) => scriptsOf(each)),
    );
    const own = scriptsOf('src/admin/shell/SearchEverything.tsx').filter((file) => !known.has(file));
    expect(own).not.toEqual([]);
    expect(scriptsOf('index.html')).not.toContain(own[0]);
    expect(await brotliBytes(own)).toBeLessThanOrEqual(5 * kilobyte);
  });

  it('of a list has the declaration of that list alone', async () => {
    const start = new Set(scriptsOf('lists'));
    for (const resource of resources) {
      const [own, ...others] = scriptsOf(codeOfResource(resource)).filter((file) => !start.has(file));
      expect(await readFile(join(dist, own!), 'utf8')).toContain(`\`${resource.path}\``);
      expect(others.filter((file) => file.startsWith('assets/of-'))).toEqual([]);
    }
  });

  it('of what the account screens load later starts no console, and the phones of other countries stay within 45 kB', async () => {
    const later = new Set(scriptsOf('account.html', true));
    expect(later).not.toContain(manifest['index.html']!.file);
    const phones = 'src/auth/phone/PhoneElsewhere.tsx';
    expect(later).toContain(manifest[phones]!.file);
    const atStart = new Set(scriptsOf('account.html'));
    expect(atStart).not.toContain(manifest[phones]!.file);
    const more = scriptsOf(phones).filter((file) => !atStart.has(file));
    expect((await brotliBytes(more)) / kilobyte).toBeLessThanOrEqual(45);
  });

  it('of a calculator stays within 60 kB', async () => {
    const own = JSON.parse(await readFile(join(dist, '.vite/page-scripts.json'), 'utf8')) as typeof manifest;
    const { file, imports = [], dynamicImports = [] } = own['src/publicEntry/tools.ts']!;
    // What the scripts of prerendered pages have in common, and nothing of the console.
    const shared = imports.map((each) => own[each]!);
    expect([...dynamicImports, ...shared.flatMap((each) => each.imports ?? [])]).toEqual([]);
    for (const page of toolPages) expect(await readFile(join(dist, fileOfTool(page)), 'utf8')).toContain(`/${file}`);
    expect((await brotliBytes([file, ...shared.map((each) => each.file)])) / kilobyte).toBeLessThanOrEqual(60);
  });

  it('is absent from the public pages', async () => {
    for (const file of ['landing.html', 'privacy.html', 'terms.html', '404.html']) {
      expect(await readFile(join(dist, file), 'utf8')).not.toMatch(/<script|modulepreload/);
    }
  });
});

describe('the output of the build in dist', () => {
  it('has the styles of every screen in one file', async () => {
    const sheets = (await readdir(join(dist, 'assets'))).filter((name) => /^app-.*\.css$/.test(name));
    expect(sheets).toHaveLength(1);
    const styles = await readFile(join(dist, 'assets', sheets[0]!), 'utf8');
    const src = join(import.meta.dirname, '../../src');
    const modules = (await readdir(src, { recursive: true })).filter((name) => name.endsWith('.module.css'));
    const missing = await Promise.all(
      modules.map(async (name) => {
        const file = join(src, name);
        const [, first = ''] =
          /\.([a-zA-Z]\w*)[ ,:{.]/.exec((await readFile(file, 'utf8')).replaceAll(/\/\*[^]*?\*\//g, '')) ?? [];
        return styles.includes(`.${shortName(first, file)}`) ? [] : [name];
      }),
    );
    expect(missing.flat()).toEqual([]);
    expect(modules.length).toBeGreaterThan(30);
  });

  it('has English for everything that react-admin’s code says by itself', async () => {
    const scripts = (await readdir(join(dist, 'assets'))).filter((name) => name.endsWith('.js'));
    const texts = await Promise.all(scripts.map((name) => readFile(join(dist, 'assets', name), 'utf8')));
    const keys = new Set(texts.flatMap((text) => text.match(/\bra\.(?:\w+\.)+\w+/g) ?? []));
    expect(keys.size).toBeGreaterThan(10);
    expect([...keys].filter((key) => !(key in en))).toEqual([]);
  });

  it('has compressed copies of all compressible files except the page with a nonce', async () => {
    const files = (await readdir(dist, { recursive: true })).map((file) => file.replaceAll('\\', '/'));
    for (const file of files.filter((name) => /\.(css|js|html|svg)$/.test(name) && !/(^|\/)index\.html$/.test(name))) {
      expect(files).toContain(`${file}.br`);
      expect(files).toContain(`${file}.gz`);
    }
    expect(files).not.toContain('index.html.br');
  });

  it('has no inline style, two inline scripts that the server allows by their hashes, and the nonce placeholder only where the server fills it', async () => {
    for (const file of [
      'landing.html',
      'privacy.html',
      'terms.html',
      '404.html',
      'account.html',
      'login.html',
      'index.html',
    ]) {
      const html = await readFile(join(dist, file), 'utf8');
      expect(html).not.toMatch(/<style|\sstyle=/);
      expect([...html.matchAll(/<script(?![^>]*\ssrc=)/g)].length).toBe(
        { 'index.html': 2, 'login.html': 1 }[file] ?? 0,
      );
      expect(html.includes('__CSP_NONCE__')).toBe(file === 'index.html');
    }
    const page = await fetch(`${inject('address')}/app/dashboard`);
    const scripts = [...(await page.text()).matchAll(/<script>([^]*?)<\/script>/g)].map(([, text]) => text!);
    const hashes = scripts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
    const policy = page.headers.get('content-security-policy');
    expect(hashes).toHaveLength(2);
    expect(policy).toContain(`script-src 'self' ${hashes.join(' ')};`);
    for (const path of ['/', '/login?invite=1', '/signup', '/verify'])
      expect((await fetch(inject('address') + path)).headers.get('content-security-policy')).toContain(
        "script-src 'self';",
      );
  });

  it('serves its own fonts, and loads nothing from other hosts', async () => {
    for (const file of ['landing.html', 'account.html', 'index.html']) {
      const html = await readFile(join(dist, file), 'utf8');
      // The console loads its font after its code (firstFont.ts).
      expect(/rel="preload"\s+href="\/assets\/inter-latin-wght-normal-[\w-]+\.woff2"/.test(html)).toBe(
        file !== 'index.html',
      );
      expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
    }
  });
});
