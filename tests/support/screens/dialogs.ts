// Every dialog of the console: those of the commands that the pages of records offer, and those of the frame and of lists.
import type { Page } from 'playwright-core';
import { buttonVerbs, sentenceIn } from '#src/resources/kit/verb.ts';
import type { Writer } from '#src/resources/kit/verb.ts';
import { verbsOf } from '#src/resources/verbs/index.ts';
import { resources } from '#src/resources/index.ts';
import type { Visitor } from './visits.ts';

/** Records whose pages offer commands that the first record of the list does not. */
const OTHERS: Record<string, RegExp> = { grants: /RSU/, 'share-classes': /Series A/, certificates: /SS-/ };

/** Done at a step of the record's page. */
const IN_THE_PAGE: ReadonlySet<string> = new Set(['distributions: Approve']);

/** Formats nothing, because the labels of commands contain no figures. */
const writer: Writer = { money: String, shares: String, count: String, day: String, today: '' };

export const settled = (page: Page) =>
  page.waitForFunction(() => document.querySelector('[aria-busy="true"], .sk') === null);

/** Exactly these words, also where each text of the pseudo language stands in its brackets. */
const named = (words: string): RegExp =>
  new RegExp(`^[⟦⟧]*${words.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '[⟦⟧]* [⟦⟧]*')}[⟦⟧]*$`);

async function openVerb(page: Page, label: string): Promise<void> {
  const button = page.locator('main').getByRole('button', { name: named(label) });
  const more = page.getByRole('button', { name: named('Actions') });
  await button.or(more).first().waitFor();
  if ((await button.count()) > 0) await button.click();
  else {
    await more.click();
    await page.getByRole('menuitem', { name: named(label) }).click();
  }
  await page.getByRole('dialog').waitFor();
  await settled(page);
}

/** The first Escape may close a list of choices in it. */
export async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor({ state: 'detached', timeout: 2_000 }).catch(() => page.keyboard.press('Escape'));
  await dialog.waitFor({ state: 'detached' });
}

/** Opens each command once; `look` closes its dialog. Out: what was opened. */
export async function eachCommand(
  { page, rowsOf }: Pick<Visitor, 'page' | 'rowsOf'>,
  address: string,
  look: (name: string) => Promise<void>,
): Promise<string[]> {
  const opened = new Set<string>();
  for (const { name, path } of resources.filter((each) => verbsOf(each.name).length > 0)) {
    const rows = await rowsOf(`${path}?range=[0,99]`);
    const other = rows.find((row) => OTHERS[name]?.test(JSON.stringify(row)));
    for (const { id } of [rows[0], other].flatMap((row) => row ?? [])) {
      const [record] = await rowsOf(`${path}${id}`);
      const labels = buttonVerbs(verbsOf(name), record!, 'owner')
        .map(({ label }) => sentenceIn(label, record!, writer))
        .filter((label) => !opened.has(`${name}: ${label}`) && !IN_THE_PAGE.has(`${name}: ${label}`));
      if (labels.length === 0) continue;
      await page.goto(`${address}/app/${name}/${id}/show`);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await settled(page);
      for (const label of labels) {
        await openVerb(page, label);
        opened.add(`${name}: ${label}`);
        await look(`${name}: ${label}`);
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      }
    }
  }
  return [...opened];
}

/** The dialogs that no record has: how each is opened, by the page on which it stands. */
export const otherDialogs: readonly (readonly [name: string, path: string, open: (page: Page) => Promise<void>])[] = [
  ['keyboard shortcuts', '/app/tasks', (page) => page.keyboard.press('?')],
  ['search', '/app/tasks', (page) => page.keyboard.press('Control+k')],
  ['columns', '/app/tasks', (page) => page.getByRole('button', { name: named('Columns') }).click()],
  [
    'a figure’s entries',
    '/app/cap-table',
    (page) =>
      page
        .getByRole('button', { name: /^\d[\d,]+/ })
        .first()
        .click(),
  ],
  ['invitations', '/app/shareholders', (page) => page.getByRole('button', { name: named('Invite all') }).click()],
  [
    'a list of people',
    '/app/shareholders',
    (page) => page.getByRole('button', { name: named('Add from a list') }).click(),
  ],
];
