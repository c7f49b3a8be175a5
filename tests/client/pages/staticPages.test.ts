import { describe, expect, it } from 'vitest';
import { toolPages } from '#src/resources/pages/toolPages.ts';
import { renderStaticPage, staticPages } from '#src/publicEntry/staticPages.tsx';

const assets = {
  stylesheet: '/assets/static.css',
  font: '/assets/inter.woff2',
  scripts: { tools: '/assets/tools.js', sharedScenario: '/assets/sharedScenario.js' },
};

function pageAt(path: string | null): Document {
  const page = staticPages.find((candidate) => candidate.path === path);
  if (!page) throw new Error(`There is no page at ${path}.`);
  // Removes the stylesheet, which the parsed document would try to load.
  const html = renderStaticPage(page, assets).replace(/<link rel="stylesheet"[^>]*>/, '');
  return new DOMParser().parseFromString(html, 'text/html');
}

const hrefs = (page: Document) => [...page.querySelectorAll('a')].map((link) => link.getAttribute('href'));
const links = (page: Document) =>
  Object.fromEntries(
    [...page.querySelectorAll('a')].map((link) => [link.textContent?.trim(), link.getAttribute('href')]),
  );

describe.each(staticPages.map(({ path, file }) => [file, path] as const))('%s', (file, path) => {
  const html = renderStaticPage(
    staticPages.find((page) => page.file === file)!,
    assets,
  );
  const page = pageAt(path);

  it('has no script but its declared one, no inline style and no handler', () => {
    const own = file.startsWith('tools-') ? 'tools' : file === 'shared-scenario.html' ? 'sharedScenario' : null;
    const scripts = own ? [`<script type="module" src="/assets/${own}.js"></script>`] : [];
    expect(html.match(/<script[^]*?<\/script>/g) ?? []).toEqual(scripts);
    expect(html).not.toMatch(/<style|\sstyle=|\son[a-z]+=|javascript:/i);
  });

  it('has a title, a description, a language, one h1, and a main landmark that is the target of the skip link', () => {
    expect(page.title).toMatch(/Sharebook/);
    expect(page.querySelector('meta[name="description"]')?.getAttribute('content')).toBeTruthy();
    expect(page.documentElement.lang).toBe('en');
    expect(page.querySelectorAll('h1')).toHaveLength(1);
    expect(page.querySelectorAll('main#main')).toHaveLength(1);
    expect(page.querySelector('a.skip')?.getAttribute('href')).toBe('#main');
  });

  it('links only to places that exist', () => {
    const known = new Set([
      '/',
      '/login',
      '/signup',
      '/signup?type=shareholder',
      '/privacy',
      '/terms',
      '/verify',
      ...toolPages,
    ]);
    const hasTarget = (href: string) => (href.startsWith('#') ? page.getElementById(href.slice(1)) : known.has(href));
    expect(hrefs(page).filter((href) => !hasTarget(href ?? ''))).toEqual([]);
  });
});

it('gives every page its own title', () => {
  expect(new Set(staticPages.map(({ title }) => title)).size).toBe(staticPages.length);
});

describe('the landing page', () => {
  const page = pageAt('/');

  it.each([
    ['Sign In', '/login'],
    ['Get Started', '/signup'],
    ['Start Free Trial', '/signup'],
    ['View Demo', '/login'],
    ['Login as Shareholder', '/login'],
    ['Register as Shareholder', '/signup?type=shareholder'],
  ])('offers %s', (label, href) => {
    expect(links(page)[label]).toBe(href);
  });

  it('has header, hero, shareholder section, three highlights, six cards, a call to action and a footer', () => {
    expect(page.querySelector('header')).not.toBeNull();
    expect(page.querySelector('.hero h1')).not.toBeNull();
    expect(page.querySelector('#shareholders h2')).not.toBeNull();
    expect([...page.querySelectorAll('.stats dt')].map((stat) => stat.textContent)).toEqual([
      'Secure',
      'Simple',
      'Smart',
    ]);
    expect(page.querySelectorAll('.feature')).toHaveLength(6);
    expect(page.querySelector('.call a[href="/signup"]')).not.toBeNull();
    expect(page.querySelector('footer')).not.toBeNull();
  });

  it('names the features of the product, and leads to the calculators', () => {
    const text = page.body.textContent ?? '';
    for (const word of [/secure/i, /analytics/i, /scenario planning/i, /stakeholder management/i])
      expect(text).toMatch(word);
    for (const path of toolPages) expect(hrefs(page)).toContain(path);
  });

  it('shows a picture of the product whose size is set before it loads', () => {
    const image = page.querySelector('picture img');
    expect(image?.getAttribute('width')).toBe('1440');
    expect(image?.getAttribute('height')).toBeTruthy();
    expect(image?.getAttribute('alt')).toBeTruthy();
    expect(page.querySelector('picture source')?.getAttribute('srcset')).toBe('/images/product-dark.webp');
  });
});

describe.each([
  ['/privacy', 15, 'Privacy Policy', '/terms'],
  ['/terms', 17, 'Terms of Service', '/privacy'],
])('%s', (path, sections, title, other) => {
  const page = pageAt(path);
  const text = page.querySelector('article')?.textContent ?? '';

  it(`has ${sections} sections and as many links in its contents`, () => {
    expect(page.querySelector('h1')?.textContent).toBe(title);
    expect(page.querySelectorAll('article section')).toHaveLength(sections);
    expect(page.querySelectorAll('nav[aria-label="Contents"] a')).toHaveLength(sections);
    for (const section of page.querySelectorAll('article section'))
      expect(section.textContent?.length).toBeGreaterThan(120);
  });

  it('is dated, and links to the home page, to the other legal page and to signing in', () => {
    expect(text).toContain('Last updated October 20, 2025');
    expect(hrefs(page)).toEqual(expect.arrayContaining(['/', other, '/login']));
  });

  it.each([
    /18 or older/,
    /SMS two-factor authentication is required for all account access/,
    /fees may apply/i,
    /typically at least 7 years/,
    /message and data rates may apply/i,
    /reply STOP to cancel/i,
    /can see shareholder ownership information/i,
    /address.*tax identification.*banking details/s,
    /operator of this installation/,
  ])('says %s', (fact) => {
    expect(text).toMatch(fact);
  });
});

it('caps liability, and allows opting out of arbitration, in the terms', () => {
  const text = pageAt('/terms').body.textContent ?? '';
  expect(text).toMatch(/the greater of the fees paid in the 12 months before the event or \$100/);
  expect(text).toMatch(/opt out of arbitration within 30 days/);
});
