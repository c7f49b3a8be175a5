// Serves the built console and the public pages, each in the reader's language once that is built. Each HTML response gets its own
// nonce; hashed assets never change.
import fs from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { escapedMarkup } from '#src/domain/escapedMarkup.ts';
import { accountPages } from '#src/resources/pages/accountPages.ts';
import { firstScreenOf } from '#src/resources/firstScreen.ts';
import { SHARED_SCENARIO } from '#src/resources/pages/sharedScenarioPage.ts';
import { fileOfTool, toolPages } from '#src/resources/pages/toolPages.ts';
import { baseOf, PSEUDO_LOCALE, translatedLocales } from '#src/words/locales.ts';
import { translateTo } from '../words/catalogue.ts';
import { localeOf } from './languages/locale.ts';
import { contentSecurityPolicy, newNonce, scriptSource } from './security.ts';

const NONCE = '__CSP_NONCE__';
const PAGES: Record<string, string> = {
  '/privacy': 'privacy.html',
  '/terms': 'terms.html',
  ...Object.fromEntries(accountPages.map((path) => [path, 'account.html'])),
  [SHARED_SCENARIO]: 'shared-scenario.html',
  ...Object.fromEntries(toolPages.map((path) => [path, fileOfTool(path)])),
};

/** The code of account screens that are not in their entry: the name of its file in the build. */
const LATER_CODE = {
  '/signup': 'SignupWizard',
  '/forgot-password': 'ForgotPasswordPage',
  '/reset-password': 'ForgotPasswordPage',
  '/confirm-email': 'MailboxPages',
  '/not-me': 'MailboxPages',
  '/unsubscribe': 'UnsubscribePage',
} satisfies Partial<Record<(typeof accountPages)[number], string>>;

/** The page of the sign-in as a stranger sees it; an address with an invitation, say, is an account page like the others. */
const SIGN_IN = 'login.html';
const SIGN_IN_WITH_DEMO = 'login-demo.html';

/** Whether there is a sample company, and who signs in to it, once that is known. */
export interface DemoLook {
  isThere: boolean;
  person: { email: string; password: string } | null;
}

/** `words`: replaces the page's placeholders __LIKE_THIS__, as text, never as markup. */
export type SendPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  options?: { status?: number; words?: Record<string, string> },
) => FastifyReply;

/** Every language but English has a folder of its own in the build. */
const TRANSLATED: readonly string[] = [...translatedLocales, PSEUDO_LOCALE];

/** The landing page without the link to the sample company, for when there is none. */
const WITHOUT_DEMO = 'landing without demo';
const DEMO_LINK = /<a [^>]*data-demo=[^>]*>[^<]*<\/a>/g;

/** What the build of one language has. */
interface Built {
  /** By the names of their files. */
  pages: ReadonlyMap<string, string>;
  /** The inline scripts of each page. Pages without dynamic script text cannot be made to run another script. */
  scripts: ReadonlyMap<string, readonly string[]>;
  /** The addresses of code, by its names in the build and the page that asks for it. */
  codeOf(names: string[], page: string): string[];
}

export interface PageOptions {
  isProduction: boolean;
  demo: () => Promise<DemoLook>;
}

export async function pageRoutes(app: FastifyInstance, distDir: string, { isProduction, demo }: PageOptions) {
  await app.register(fastifyStatic, {
    root: distDir,
    serve: false,
    index: false,
    preCompressed: true,
    decorateReply: true,
  });
  const builds = new Map([['en', readBuild(distDir, 'en')!]]);
  const localeFor = (request: FastifyRequest) => {
    const locale = localeOf(request, isProduction);
    const build = builds.get(locale) ?? readBuild(distDir, locale);
    if (!build) return 'en';
    builds.set(locale, build);
    return locale;
  };
  const sendPage: SendPage = (request, reply, name, { status = 200, words = {} } = {}) => {
    const nonce = newNonce();
    const { pages, scripts } = builds.get(localeFor(request))!;
    const html = pages
      .get(name)!
      .replaceAll(NONCE, nonce)
      .replaceAll(/__([A-Z_]+?)__/g, (place, word: string) => escapedMarkup(words[word] ?? place));
    void reply
      .status(status)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', contentSecurityPolicy(nonce, scripts.get(name)))
      .header('vary', 'accept-encoding, accept-language, cookie');
    if (!String(request.headers['accept-encoding'] ?? '').includes('br')) return reply.send(html);
    return reply
      .header('content-encoding', 'br')
      .send(brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }));
  };
  app.get('/', async (request, reply) =>
    sendPage(request, reply, (await demo()).isThere ? 'landing.html' : WITHOUT_DEMO),
  );
  app.get('/login', async (request, reply) => {
    if (request.url.includes('?')) return sendPage(request, reply, PAGES['/login']!);
    const { person } = await demo();
    if (!person) return sendPage(request, reply, SIGN_IN);
    const words = { DEMO_EMAIL: person.email, DEMO_PASSWORD: person.password };
    return sendPage(request, reply, SIGN_IN_WITH_DEMO, { words });
  });
  for (const [url, name] of Object.entries(PAGES).filter(([each]) => each !== '/login')) {
    const later = (LATER_CODE as Readonly<Record<string, string>>)[url];
    app.get(url, (request, reply) => {
      const code = later === undefined ? [] : builds.get(localeFor(request))!.codeOf([later], 'account.html');
      if (code.length > 0) void reply.header('link', code.map((each) => `<${each}>; rel=modulepreload`).join(', '));
      return sendPage(request, reply, name);
    });
  }
  for (const url of ['/app', '/app/*'])
    app.get(url, (request, reply) => {
      const screen = firstScreenOf(request.url);
      const locale = localeFor(request);
      const translate = translateTo(locale);
      const inLanguage = (text = '') => translate?.(text) ?? text;
      const words = {
        SCREEN: inLanguage(screen?.title),
        ABOUT: inLanguage(screen?.about),
        CALLS: screen?.calls.join(' ') ?? '',
        CODE: builds
          .get(locale)!
          .codeOf(screen?.code ?? [], 'index.html')
          .join(' '),
      };
      return sendPage(request, reply, 'index.html', { words });
    });
  for (const folder of ['assets', ...TRANSLATED.map((locale) => `${locale}/assets`)])
    app.get(`/${folder}/*`, (request, reply) =>
      reply.sendFile(`${folder}/${(request.params as { '*': string })['*']}`, { maxAge: '365d', immutable: true }),
    );
  // Other files: favicon, robots.txt, pictures.
  for (const entry of fs.readdirSync(distDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || /\.(html|br|gz)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name).slice(distDir.length).replaceAll('\\', '/');
    if (path.startsWith('/assets/') || TRANSLATED.includes(path.split('/')[1]!)) continue;
    if (path.split('/').some((part) => part.startsWith('.'))) continue;
    app.get(path, (_request, reply) => reply.sendFile(path.slice(1), { maxAge: '1h' }));
  }
  return {
    notFoundPage: (request: FastifyRequest, reply: FastifyReply) =>
      sendPage(request, reply, '404.html', { status: 404 }),
    sendPage,
  };
}

/** Null where the language is not built, or of older sources: then pages are English. */
function readBuild(distDir: string, locale: string): Built | null {
  const folder = locale === 'en' ? distDir : join(distDir, locale);
  const read = (name: string) => fs.readFileSync(join(folder, name), 'utf8');
  if (locale !== 'en' && stampOf(folder) !== stampOf(distDir)) return null;
  const manifest = JSON.parse(read('.vite/manifest.json')) as Manifest;
  const names = fs.readdirSync(folder).filter((name) => name.endsWith('.html'));
  const pages = new Map(names.map((name) => [name, read(name)]));
  pages.set(WITHOUT_DEMO, pages.get('landing.html')!.replaceAll(DEMO_LINK, ''));
  const scripts = new Map(
    [...pages].map(([name, html]) => [
      name,
      [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(([, text]) => scriptSource(text!)),
    ]),
  );
  return {
    pages,
    scripts,
    codeOf: (code, page) => addressesOfCode(code, page, manifest).map((file) => `${baseOf(locale)}${file}`),
  };
}

/** Of what the folder was built; null where nothing was. */
const stampOf = (folder: string): string | null =>
  fs.existsSync(join(folder, '.inputs')) ? fs.readFileSync(join(folder, '.inputs'), 'utf8') : null;

/** The files of the build: by their source, or by a key that the build gives them. */
type Manifest = Record<string, { name?: string; file: string; imports?: string[] }>;

/**
 * The files of this code and all that they import, save what the page starts with. `names`: theirs in the build. A page
 * without them still loads, only later.
 */
function addressesOfCode(names: string[], page: string, manifest: Manifest): string[] {
  const asked = Object.keys(manifest).filter((key) => names.includes(manifest[key]!.name ?? ''));
  const atStart = withImports([page], manifest);
  return [...withImports(asked, manifest)].flatMap((key) => (atStart.has(key) ? [] : [manifest[key]!.file]));
}

function withImports(keys: string[], manifest: Manifest): Set<string> {
  const all = new Set(keys);
  // A set's iteration includes items added during it.
  for (const key of all) for (const each of manifest[key]?.imports ?? []) all.add(each);
  return all;
}
