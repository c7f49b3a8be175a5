// Every page of Sharebook for somebody, without a list that could be forgotten: what the declarations and the routes name, and each
// kind of address that a page links to.
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { bespokeScreens } from '#src/admin/screens.tsx';
import { accountPages } from '#src/resources/pages/accountPages.ts';
import { heads } from '#src/resources/heads/heads.ts';
import { can } from '#src/resources/kit/access.ts';
import type { Role } from '#src/resources/kit/access.ts';
import { hasPages, isListed } from '#src/resources/kit/recordState.ts';
import { SHARED_SCENARIO } from '#src/resources/pages/sharedScenarioPage.ts';
import { toolPages } from '#src/resources/pages/toolPages.ts';
import { ofTheSample } from '../runningCompany.ts';
import { PATIENCE_MS } from '../time/patience.ts';

export type Row = { id: string } & Record<string, unknown>;

export interface Visitor {
  context: BrowserContext;
  page: Page;
  role: Role | null;
  /** Where a walk begins. */
  seeds: string[];
  rowsOf(path: string): Promise<Row[]>;
}

/** What loads late comes one after the other, without a longer pause. */
const QUIET_MS = 150;
/** A page that never rests, such as one that shows the time, is looked at nevertheless. */
const MOST_MS = 3_000;

export const PUBLIC: readonly string[] = [
  '/',
  '/privacy',
  '/terms',
  '/verify',
  SHARED_SCENARIO,
  ...toolPages,
  ...accountPages,
  '/signup?type=shareholder',
  '/no-such-page',
];

/** In: an address of the sample company; null for somebody who is not signed in. */
export async function visitor(
  browser: Browser,
  address: string,
  email: string | null,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    reducedMotion: 'reduce',
    colorScheme: 'light',
    ...options,
  });
  await context.route('**/api/changes', (route) => route.abort());
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  if (email === null) return { context, page, role: null, seeds: [...PUBLIC], rowsOf: () => Promise.resolve([]) };
  const { access_token, user } = await ofTheSample(address, email);
  await context.addInitScript(
    ([token, kept]) => {
      localStorage.setItem('access_token', token!);
      localStorage.setItem('user', kept!);
    },
    [access_token, JSON.stringify(user)],
  );
  const rowsOf = async (path: string) => {
    const headers = { authorization: `Bearer ${access_token}` };
    const got = (await (await context.request.get(`${address}${path}`, { headers })).json()) as Row | Row[];
    return Array.isArray(got) ? got : [got];
  };
  const role = user.role as Role;
  return { context, page, role, rowsOf, seeds: await seedsOf(role, rowsOf) };
}

async function seedsOf(role: Role, rowsOf: Visitor['rowsOf']): Promise<string[]> {
  const seeds = role === 'shareholder' ? ['/app/dashboard', '/app/portfolio'] : routes();
  for (const head of heads.filter((each) => hasPages(each) && can({ role }, 'read', each) && isListed(role, each))) {
    const { name, path, hasForm, createLabel } = head;
    const own = bespokeScreens[name];
    seeds.push(`/app/${name}`);
    if ((own?.create ?? (hasForm && createLabel !== undefined)) && can({ role }, 'create', head))
      seeds.push(`/app/${name}/create`);
    const [first] = await rowsOf(`${path}?range=[0,0]`);
    if (!first) continue;
    seeds.push(`/app/${name}/${first.id}/show`);
    if ((own?.edit ?? hasForm) && can({ role }, 'update', head)) seeds.push(`/app/${name}/${first.id}`);
  }
  return seeds;
}

/** The screens under /app that are no resource's own. Those with a part that changes are found by their links. */
function routes(): string[] {
  const source = readFileSync(join(import.meta.dirname, '../../../src/consoleRoutes.tsx'), 'utf8');
  const paths = [...source.matchAll(/<Route path="([^"]+)" element=\{<(\w+)/g)].filter(
    ([, path, element]) => !path!.includes('/:') && !['Moved', 'Navigate', 'OwnSettings'].includes(element!),
  );
  return [...paths.map(([, path]) => `/app${path!}`), '/app/no-such-page'];
}

/** The kind of page at an address. */
export const kindOf = (path: string): string =>
  path
    .split(/[?#]/)[0]!
    .replace(/\/[^/]*\d[^/]*(?=\/|$)/g, '/:id')
    .replace(/\/$/, '');

/** From page to page as a link does, which costs a third of loading the console anew. */
export async function open(page: Page, address: string, path: string): Promise<void> {
  const { pathname } = new URL(page.url(), address);
  const isInside = [pathname, path].every((each) => each.startsWith('/app/')) && pathname !== path.split('?')[0];
  if (isInside) {
    const before = await page.title();
    await page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, path);
    // Each page has a title of its own.
    await page.waitForFunction((title) => document.title !== title, before);
  } else await page.goto(`${address}${path}`);
  await settle(page);
}

/** Until the page has its heading, nothing is loading any more, and nothing has changed for a moment. */
export async function settle(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"], .sk') === null);
  await page.evaluate(
    ([quiet, most]) =>
      new Promise<void>((resolve) => {
        const end = () => {
          changes.disconnect();
          resolve();
        };
        let timer = setTimeout(end, quiet);
        const changes = new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(end, quiet);
        });
        setTimeout(end, most);
        changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
      }),
    [QUIET_MS, MOST_MS] as const,
  );
}

/** Opens each kind of page once. Out: the addresses. */
export async function walk(
  { page, seeds, role }: Pick<Visitor, 'page' | 'seeds' | 'role'>,
  address: string,
  look: (path: string) => Promise<void>,
): Promise<string[]> {
  const known = new Set<string>();
  const left = [...seeds];
  const seen: string[] = [];
  for (let path = left.shift(); path !== undefined; path = left.shift()) {
    // A seed's query is a page of its own.
    const kind = seeds.includes(path) ? path : kindOf(path);
    if (known.has(kind)) continue;
    known.add(kind).add(kindOf(path));
    await open(page, address, path);
    // An address that leads to another page.
    const arrived = kindOf(new URL(page.url()).pathname);
    if (arrived !== kindOf(path)) {
      if (known.has(arrived)) continue;
      known.add(arrived);
    }
    seen.push(path);
    if (process.env.PROGRESS) appendFileSync(process.env.PROGRESS, `${new Date().toISOString()} ${path}\n`);
    const links = await page
      .locator('a[href^="/"]')
      .evaluateAll((all) => all.map((each) => (each as HTMLAnchorElement).getAttribute('href')!));
    await look(path);
    left.push(
      ...links.filter((link) => !/^\/(api|images|assets)\//.test(link) && (role !== null || !link.startsWith('/app'))),
    );
  }
  return seen;
}
