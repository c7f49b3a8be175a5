// The public check of a certificate by its printed code: status, class, quantity and company, and nothing else. Counting
// unknown codes limits guessing.
import type { FastifyRequest } from 'fastify';
import { decimal, grouped } from '#src/domain/figures/decimal.ts';
import { readCode, writtenCode } from '#src/domain/verificationCode.ts';
import { AppError } from '#src/domain/errors.ts';
import { networkOf } from '../auth/client.ts';
import type { Limits } from '../auth/limits.ts';
import { singleQuery } from './routing/request.ts';
import type { Router } from './routes.ts';
import type { SendPage } from './pages.ts';

export interface Verdict {
  code: string;
  company: string;
  /** Null for a certificate that was taken back: it counts as never issued. */
  share_class: string | null;
  quantity: string | null;
  status: string;
}

const PAUSED = 'Too many unknown codes were entered from this network. Try again in an hour.';

/** Refuses: not_found (404), too_many (429) after ten misses in an hour. */
function verifier({ deps }: Router, limits: Limits) {
  return async (request: FastifyRequest, typed: string): Promise<Verdict> => {
    await limits.check('verify_address', networkOf(request.ip), PAUSED);
    const code = readCode(typed);
    const found = code
      ? await deps.db.system((tx) =>
          tx.row<Omit<Verdict, 'code'>>('select company, share_class, quantity, status from verify_certificate($1)', [
            code,
          ]),
        )
      : undefined;
    if (!found) {
      await limits.spend('verify_address', networkOf(request.ip), PAUSED);
      throw new AppError('not_found', 'No certificate has this code.', { status: 404 });
    }
    return { code: writtenCode(code!), ...found };
  };
}

export function verifyRoutes(router: Router, limits: Limits, sendPage: SendPage | null) {
  const { app } = router;
  const verify = verifier(router, limits);
  router.note({
    method: 'GET',
    url: '/api/verify/:code',
    summary: 'Whether the certificate with this code is in force: company, class, quantity and status',
    isPublic: true,
  });
  app.get('/api/verify/:code', (request) => verify(request, (request.params as { code: string }).code));
  if (sendPage) pagesOf(router, verify, sendPage);
}

type Verify = ReturnType<typeof verifier>;

function pagesOf({ app, deps }: Router, verify: Verify, sendPage: SendPage) {
  app.get('/verify', (request, reply) => {
    const { code } = singleQuery(request);
    if (code === undefined || code.trim() === '') return sendPage(request, reply, 'verify.html');
    return reply.redirect(`/verify/${encodeURIComponent(code.trim().slice(0, 40))}`, 303);
  });
  app.get('/verify/:code', async (request, reply) => {
    const typed = (request.params as { code: string }).code.slice(0, 40);
    try {
      const { page, words } = shown(await verify(request, typed), deps.now().toISOString());
      return sendPage(request, reply, page, { words });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const page = error.status === 429 ? 'verify-paused.html' : 'verify-unknown.html';
      return sendPage(request, reply, page, { status: error.status ?? 404, words: { CODE: typed } });
    }
  });
}

const PAGES: Record<string, string> = { active: 'valid', upcoming: 'upcoming', void: 'void' };

function shown(verdict: Verdict, now: string): { page: string; words: Record<string, string> } {
  const { code, company, share_class, quantity, status } = verdict;
  const kind = PAGES[status] ?? 'closed';
  const words = {
    CODE: code,
    COMPANY: company,
    SHARE_CLASS: share_class ?? '',
    QUANTITY: quantity === null ? '' : grouped(decimal(quantity)),
    STATUS: status.charAt(0).toUpperCase() + status.slice(1),
    CHECKED_AT: `${dayOf(now)}, ${now.slice(11, 16)} UTC`,
  };
  return { page: `verify-${kind}.html`, words };
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const dayOf = (iso: string) => day.format(new Date(iso.length === 10 ? `${iso}T00:00:00Z` : iso));
