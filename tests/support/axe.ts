// The accessibility rules of axe, run inside a page. The script is sent to a page once; later checks reuse it.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

const script = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

export interface Violation {
  id: string;
  impact: string | null;
  /** The criteria that its rule is about, among others. */
  tags: string[];
  /** A selector of each faulty element. */
  targets: string[];
}

/** Everything that axe finds wrong with the page, or with the part of it that the selector `within` names. */
export async function violationsOf(page: Page, within?: string, options: axe.RunOptions = {}): Promise<Violation[]> {
  if (page.frames().length > 1) throw new Error('This check does not look into frames, and the page has one.');
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(script);
  return page.evaluate(
    async ([selector, more]) => {
      const { run } = (window as unknown as { axe: typeof axe }).axe;
      const { violations } = await run(selector ?? document, { ...more, resultTypes: ['violations'] });
      return violations.map(({ id, impact, tags, nodes }) => ({
        id,
        tags,
        impact: impact ?? null,
        targets: nodes.map(({ target }) => target.join(' ')),
      }));
    },
    [within, options] as const,
  );
}

/** The serious and critical violations, which would block a person. */
export async function seriousViolationsOf(page: Page, within?: string): Promise<Violation[]> {
  return (await violationsOf(page, within)).filter(({ impact }) => impact === 'serious' || impact === 'critical');
}
