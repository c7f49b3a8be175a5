// What a page shows outside the brackets of the pseudo language, without what the company itself has written.
import type { Visitor } from './visits.ts';

/** Names, formats and keys that are the same in every language; and days, times and short ids, which `Intl` and the server write. */
const SAME =
  /\b(Sharebook|Tidewater Robotics, Inc\.|CSV|XLSX|PDF|NACHA|SEPA|SAFEs?|Actual\/36[05]|Ctrl K|Esc|Tab|KB|MB|[0-9a-f]{8,}|\d{1,2}:\d{2}(:\d{2})?\s[AP]M|(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b( \d{1,2},)?( \d{4})?)\b/g;

/** What the server has answered to a person: what stands in there is the company's, or is said by the server. */
export function answersTo({ page }: Pick<Visitor, 'page'>): Set<string> {
  const known = new Set<string>();
  const keep = (value: unknown): void => {
    if (typeof value === 'string') for (const form of formsOf(value.replaceAll(/\s+/g, ' ').trim())) known.add(form);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(keep);
  };
  page.on('response', (response) => {
    if (!response.url().includes('/api/') || !/json/.test(response.headers()['content-type'] ?? '')) return;
    response.json().then(keep, () => undefined);
  });
  return known;
}

const day = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** A sentence of the server as it is shown: with its days written, and beginning with a capital. */
function formsOf(text: string): string[] {
  const written = text.replaceAll(/\b\d{4}-\d{2}-\d{2}\b/g, (iso) => day.format(new Date(iso)));
  return [text, written, written.charAt(0).toUpperCase() + written.slice(1)];
}

/** In: what is the company's own. Out: each text once. */
export async function unsaidIn({ page }: Pick<Visitor, 'page'>, own: ReadonlySet<string>): Promise<string[]> {
  const { nodes, attributes } = await page.evaluate(() => {
    const nodes: string[] = [];
    const attributes: string[] = [document.title];
    const zones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC']);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement!;
      if (parent.closest('script, style, noscript, pre, [lang]:not(html)')) continue;
      // A country or a time zone, whose name `Intl` writes.
      if (parent instanceof HTMLOptionElement && (/^[A-Z]{2}$/.test(parent.value) || zones.has(parent.value))) continue;
      nodes.push(node.textContent ?? '');
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
        attributes.push(element.getAttribute(name) ?? '');
    return { nodes, attributes };
  });
  // A text that is said around elements has its brackets in several of them.
  const texts = [...outside(nodes.join('\u0001')).split('\u0001'), ...attributes.map(outside)];
  const known = [...own].filter((text) => /\p{L}{2}/u.test(text)).toSorted((left, right) => right.length - left.length);
  const withoutOwn = (text: string) =>
    known.reduce((left, each) => left.replaceAll(each, ' '), text).replaceAll(SAME, ' ');
  const isOwn = (text: string) => known.some((each) => each.includes(text));
  const open = texts
    .map((text) => text.trim())
    .filter((text) => /\p{L}{2}/u.test(withoutOwn(text)) && !/^\p{Lu}{2}$/u.test(text) && !isOwn(text));
  return [...new Set(open)];
}

/** What is left without the texts in brackets, which may stand in one another. */
export function outside(text: string): string {
  let [depth, left] = [0, ''];
  for (const letter of text) {
    if (letter === '⟦') depth += 1;
    else if (letter === '⟧') depth -= 1;
    else if (depth === 0 || letter === '\u0001') left += letter;
  }
  return left.replaceAll(/ +/g, ' ').trim();
}
