// Builds and serves the three kinds of page: static HTML, the account screens (account.html) and the console (index.html).
// The landing page (/) is one of the static pages; the build writes it as landing.html.
// By their rooms, so that they are loaded once: the language that is set for one is set for all.
import { language } from '#scripts/buildLanguage.ts';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { accountPages } from './src/resources/pages/accountPages.ts';
import { pageScripts } from './src/resources/pages/pageScripts.ts';
import { inLanguage } from '#scripts/inLanguage.ts';
import { leanPackages, substituted } from '#scripts/leanPackages.ts';
import { leanResources } from '#scripts/leanResources.ts';
import { plainClassNames, shortName } from '#scripts/plainClassNames.ts';

const staticStyles = 'src/publicStyles/static.css';
const latinFont = 'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';
const apiAddress = process.env.API_ADDRESS ?? 'http://127.0.0.1:8000';

export default defineConfig(({ command }) => ({
  appType: 'custom',
  plugins: [
    ...(command === 'build' ? [inLanguage(language)] : []),
    react(),
    pageRoutes(),
    leanPackages(),
    plainClassNames(),
    leanResources(),
  ],
  resolve: { alias: substituted },
  server: {
    proxy: { '/api': apiAddress, '/verify': apiAddress },
  },
  // Class names are short in a build; in development they show which file they are from.
  css: { modules: command === 'build' ? { generateScopedName: shortName } : {} },
  build: {
    target: 'baseline-widely-available',
    manifest: true,
    modulePreload: { polyfill: false },
    // The content security policy allows no data: fonts, and small files cost less as cacheable ones.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1_500,
    rolldownOptions: {
      // Also across files: a class name stands where it is used, and no file has a table of them.
      optimization: { inlineConst: { mode: 'all' } },
      input: { account: 'account.html', app: 'index.html', static: staticStyles },
    },
  },
}));

/** Does for `vite dev` what the server does with the built files: sends each address the page of its kind. */
function pageRoutes(): Plugin {
  return {
    name: 'sharebook-page-routes',
    configureServer(server) {
      return () => {
        server.middlewares.use(async (request, response, next) => {
          try {
            const pathname = new URL(request.url ?? '/', 'http://localhost').pathname.replace(/(.)\/+$/, '$1');
            const { html, status } = await pageFor(pathname);
            response.statusCode = status;
            response.setHeader('Content-Type', 'text/html; charset=utf-8');
            response.end(await server.transformIndexHtml(request.url ?? '/', html));
          } catch (error) {
            next(error);
          }
        });
      };

      async function pageFor(pathname: string): Promise<{ html: string; status: number }> {
        const { readFile } = await import('node:fs/promises');
        if ((accountPages as readonly string[]).includes(pathname)) {
          return { html: await readFile('account.html', 'utf8'), status: 200 };
        }
        if (pathname === '/app' || pathname.startsWith('/app/')) {
          return { html: await readFile('index.html', 'utf8'), status: 200 };
        }
        const { renderStaticPage, staticPages } = (await server.ssrLoadModule(
          '/src/publicEntry/staticPages.tsx',
        )) as typeof import('./src/publicEntry/staticPages.tsx');
        const page =
          staticPages.find(({ path }) => path === pathname) ?? staticPages.find(({ path }) => path === null)!;
        const html = renderStaticPage(page, {
          stylesheet: `/${staticStyles}`,
          font: `/${latinFont}`,
          scripts: { tools: `/${pageScripts.tools}`, sharedScenario: `/${pageScripts.sharedScenario}` },
        });
        return { html, status: page.path === null ? 404 : 200 };
      }
    },
  };
}
