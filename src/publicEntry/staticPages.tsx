// The pages that are plain HTML: rendered once by the build (scripts/prerender.ts) and on request by the dev server.
import { LOCALE } from '../words/locale.ts';
import { say } from '../words/say.ts';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Landing } from '../pages/Landing.tsx';
import { NotFound } from '../pages/NotFound.tsx';
import { Privacy } from '../pages/Privacy.tsx';
import { SharedScenario } from '../pages/SharedScenario.tsx';
import { Terms } from '../pages/Terms.tsx';
import { ToolPage } from '../pages/ToolPage.tsx';
import { Verify, verifyTitle } from '../pages/Verify.tsx';
import type { VerifyKind } from '../pages/Verify.tsx';
import type { PageScript } from '../resources/pages/pageScripts.ts';
import { SHARED_SCENARIO } from '../resources/pages/sharedScenarioPage.ts';
import { fileOfTool } from '../resources/pages/toolPages.ts';
import { tools } from '../tools/index.ts';

interface StaticPage {
  /** The address; the page for unknown addresses has none. */
  path: string | null;
  file: string;
  title: string;
  description: string;
  content: ReactElement;
  /** Named in pageScripts.ts. */
  script?: PageScript;
}

const verifyPage = (kind: VerifyKind): StaticPage => ({
  path: kind === 'start' ? '/verify' : null,
  file: kind === 'start' ? 'verify.html' : `verify-${kind}.html`,
  title: say`${verifyTitle(kind)} | Sharebook`,
  description: say`Check whether a share certificate is in force. Its code shows its company, class, quantity and status.`,
  content: <Verify kind={kind} />,
});

export const staticPages: readonly StaticPage[] = [
  {
    path: '/',
    file: 'landing.html',
    title: say`Sharebook: who owns what, to the share, on any date`,
    description: say`The secure, open-source home of your company’s equity: cap table, certificates, distributions and a portal for every shareholder.`,
    content: <Landing />,
  },
  {
    path: '/privacy',
    file: 'privacy.html',
    title: say`Privacy Policy | Sharebook`,
    description: say`What this installation of Sharebook knows about you, why, who sees it and how long it is kept.`,
    content: <Privacy />,
  },
  {
    path: '/terms',
    file: 'terms.html',
    title: say`Terms of Service | Sharebook`,
    description: say`The agreement between you and the operator of this installation of Sharebook.`,
    content: <Terms />,
  },
  ...tools.map((tool): StaticPage => ({
    path: tool.path,
    file: fileOfTool(tool.path),
    title: say`${tool.title} | Sharebook`,
    description: tool.description,
    content: <ToolPage tool={tool} />,
    script: 'tools',
  })),
  {
    path: SHARED_SCENARIO,
    file: 'shared-scenario.html',
    title: say`A shared scenario | Sharebook`,
    description: say`What a company would look like after a round, a split or an exit, as somebody shared it with you.`,
    content: <SharedScenario />,
    script: 'sharedScenario',
  },
  {
    path: null,
    file: '404.html',
    title: say`Page not found | Sharebook`,
    description: say`There is no page at this address.`,
    content: <NotFound />,
  },
  ...(['start', 'valid', 'upcoming', 'closed', 'void', 'unknown', 'paused'] as const).map(verifyPage),
];

export interface StaticAssets {
  stylesheet: string;
  font: string;
  scripts: Record<PageScript, string>;
}

export function renderStaticPage(page: StaticPage, assets: StaticAssets): string {
  const html = renderToStaticMarkup(
    <html lang={LOCALE}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{page.title}</title>
        <meta name="description" content={page.description} />
        {page.path === null && <meta name="robots" content="noindex" />}
        <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#161d27" media="(prefers-color-scheme: dark)" />
        <link rel="preload" href={assets.font} as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="stylesheet" href={assets.stylesheet} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {page.script && <script type="module" src={assets.scripts[page.script]} />}
      </head>
      <body>{page.content}</body>
    </html>,
  );
  return `<!doctype html>\n${html}\n`;
}
