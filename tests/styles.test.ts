// The house's styles: a room's own beside it as a module, the shared ones in a few sheets. A class that is misspelt, or left
// behind, is nothing that the compiler sees.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'src', 'index.html'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)));
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const sheets = files.filter((file) => file.endsWith('.css'));
const modules = sheets.filter((file) => file.endsWith('.module.css'));
const shared = sheets.filter((file) => file.startsWith('src/admin/styles/') || file === 'src/publicStyles/buttons.css');
/** The files that render the console; the other pages have the public pages' styles. */
const drawing = files.filter(
  (file) => file === 'index.html' || /^src\/(admin\/.*|pages\/(Dashboard\w*|HotReloadTest))\.tsx$/.test(file),
);

/** Words that are put together with a class of their own: `chip ${tone}`. */
const TONES = ['success', 'warning', 'info', 'error'];

/** A sheet's class names: its own, and those that it declares global. */
function classesOf(sheet: string): { own: Set<string>; global: Set<string> } {
  const rules = read(sheet).replaceAll(/\/\*[^]*?\*\//g, '');
  const selectors = [...rules.matchAll(/[^{};]+(?=\{)/g)].map(([text]) => text.trim());
  const words = selectors.filter((text) => !text.startsWith('@')).map((text) => text.replaceAll(/\[[^\]]*\]/g, ''));
  const named = (texts: string[]) =>
    new Set(texts.flatMap((text) => [...text.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name!)));
  const globals = words.flatMap((text) => [...text.matchAll(/:global\(([^)]*)\)/g)].map(([, inside]) => inside!));
  return { own: named(words.map((text) => text.replaceAll(/:global\([^)]*\)/g, ''))), global: named(globals) };
}

/** The modules that a file imports, by the name it gives them. */
const modulesIn = (file: string) =>
  [...read(file).matchAll(/^import (\w+) from '([^']+\.module\.css)';/gm)].map(([, name, path]) => ({
    name: name!,
    path: normalize(join(dirname(file), path!)),
  }));

const usesOf = (file: string, name: string) =>
  [...read(file).matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(([, used]) => used!);

/** Words in the class names that a file writes itself. */
function wordsIn(file: string): string[] {
  const written = [...read(file).matchAll(/\bclass(?:Name)?=(?:"([^"]*)"|\{((?:[^{}]|\{[^{}]*\})*)\})/g)];
  return written.flatMap(([, plain, made]) => {
    if (plain !== undefined) return plain.split(/\s+/);
    const shown = made!.replaceAll(/[!=]== '[^']*'/g, '').replaceAll(/\$\{[^{}]*\}/g, ' ');
    return [...shown.matchAll(/'([^']*)'|`([^`]*)`/g)].flatMap(([, one, other]) => (one ?? other!).split(/\s+/));
  });
}

/** As WCAG 2.2 computes it, of two colours such as #1565c0. */
function contrast(...colours: [string, string]): number {
  const [light, dark] = colours
    .map((colour) => {
      const [red, green, blue] = [1, 3, 5]
        .map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
        .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
      return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
    })
    .toSorted((one, other) => other - one);
  return (light! + 0.05) / (dark! + 0.05);
}

describe('the styles', () => {
  it('are no sheet that is longer than a sitting', () => {
    expect(sheets.filter((file) => read(file).split('\n').length > 400)).toEqual([]);
  });

  it('measure in rem, so that all of a page grows with the text size of the browser; only lines and corners have pixels', () => {
    const inPixels = sheets.flatMap((sheet) => {
      const rules = read(sheet).replaceAll(/\/\*[^]*?\*\//g, '');
      const conditions = rules.match(/@(media|container)[^{]*\dpx[^{]*/g) ?? [];
      const sizes = [...rules.matchAll(/([\w-]+):([^;{}]*[\d.]px[^;{}]*)[;}]/g)].filter(
        ([, property, value]) =>
          !/^(border|outline|box-shadow|background|text-underline-offset|transform|--(radius|shadow|pop|pattern))/.test(
            property!,
          ) &&
          [...value!.matchAll(/(\d*\.?\d+)px/g)].some(
            ([, pixels]) => Number(pixels) > 3 || /^(font|line-height)/.test(property!),
          ),
      );
      return [...conditions, ...sizes.map(([rule]) => rule)].map((rule) => `${sheet}: ${rule.trim()}`);
    });
    expect(inPixels).toEqual([]);
  });

  it('draw every class of a chart with a contrast of 3 to 1 on a card, in both themes', () => {
    const tokens = read('src/publicStyles/tokens.css');
    const pairOf = (name: string) =>
      new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(tokens)!.slice(1) as [string, string];
    const cards = pairOf('card');
    const faint = Array.from({ length: 8 }, (_, index) => `c${index + 1}`).flatMap((name) =>
      pairOf(name).flatMap((colour, theme) =>
        contrast(colour, cards[theme]!) < 3 ? [`${name} ${colour}: ${contrast(colour, cards[theme]!).toFixed(2)}`] : [],
      ),
    );
    expect(faint).toEqual([]);
  });

  it.each(modules)('%s has what is taken from it, and nothing that nobody takes', (module) => {
    const { own } = classesOf(module);
    const takers = files.flatMap((file) =>
      /\.tsx?$/.test(file)
        ? modulesIn(file)
            .filter(({ path }) => path === module)
            .map(({ name }) => ({ file, used: usesOf(file, name) }))
        : [],
    );
    const missing = takers.flatMap(({ file, used }) =>
      used.filter((name) => !own.has(name)).map((name) => [file, name]),
    );
    expect(missing).toEqual([]);
    const taken = new Set(takers.flatMap(({ used }) => used));
    expect([...own].filter((name) => !taken.has(name))).toEqual([]);
  });

  it('are taken from a module by their names, which can be searched for', () => {
    const computed = drawing.filter((file) =>
      modulesIn(file).some(({ name }) => new RegExp(`\\b${name}\\s*[[\\](){},;]`).test(read(file))),
    );
    expect(computed).toEqual([]);
  });

  it('that all rooms share are each used, and nothing else is named', () => {
    const there = new Set(shared.flatMap((sheet) => [...classesOf(sheet).own]));
    const written = new Set(drawing.flatMap(wordsIn).filter((word) => word !== ''));
    const isKnown = (name: string) => TONES.includes(name) || name.startsWith('Mui');
    // Fields of the account's pages are drawn in the console as well.
    const lent = new Set(files.filter((file) => /^src\/auth\/[\w/]+\.tsx$/.test(file)).flatMap(wordsIn));
    expect([...there].filter((name) => !written.has(name) && !lent.has(name) && !isKnown(name))).toEqual([]);
    expect([...written].filter((name) => !there.has(name) && !isKnown(name))).toEqual([]);
    const reached = new Set(modules.flatMap((module) => [...classesOf(module).global]));
    expect([...reached].filter((name) => !there.has(name) && !isKnown(name) && !lent.has(name))).toEqual([]);
  });
});
