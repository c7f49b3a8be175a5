// The link in each mail of notices that stops such mails, without signing in. Mail programs send a POST (RFC 8058); people open a
// page with a button. Nothing happens on a GET, which scanners of mail send too.
import type { FastifyRequest } from 'fastify';
import { AppError } from '#src/domain/errors.ts';
import { noticeKindOf } from '#src/resources/notices.ts';
import { noteAccountChange } from '../auth/auditedChanges.ts';
import { networkOf } from '../auth/client.ts';
import type { Limits } from '../auth/limits.ts';
import { readUnsubscribeToken } from '../data/queue/unsubscribeToken.ts';
import { singleQuery } from './routing/request.ts';
import type { Router } from './routes.ts';

const URL = '/api/unsubscribe';
const BODY_MAX = 10_000;

export function unsubscribeRoutes({ app, deps, note }: Router, limits: Limits) {
  /** Refuses: link_invalid (404), too_many (429) after 30 such links in an hour. */
  const read = async (request: FastifyRequest) => {
    await limits.check('unsubscribe_address', networkOf(request.ip));
    const { account_id, kinds } = readUnsubscribeToken(deps, singleQuery(request).token ?? '') ?? { kinds: [] };
    const known = kinds.filter((kind) => noticeKindOf(kind) !== null);
    if (!account_id || known.length === 0) {
      await limits.spend('unsubscribe_address', networkOf(request.ip));
      throw new AppError(
        'link_invalid',
        'This link is not complete. Open it from the mail again, or choose your mails in Settings after signing in.',
        { status: 404 },
      );
    }
    return { account_id, known, labels: known.map((kind) => noticeKindOf(kind)!.label) };
  };
  note({ method: 'POST', url: URL, summary: 'Stop the mails that the link names (RFC 8058)', isPublic: true });
  note({ method: 'GET', url: URL, summary: 'The page with the button that stops them', isPublic: true });
  note({ method: 'GET', url: `${URL}/about`, summary: 'Which mails the link stops', isPublic: true });
  app.get(URL, (request, reply) => {
    const { token = '' } = singleQuery(request);
    return reply.redirect(`/unsubscribe?token=${encodeURIComponent(token)}`, 303);
  });
  app.get(`${URL}/about`, async (request) => ({ kinds: (await read(request)).labels }));
  void app.register(async (scope) => {
    // Mail programs send a form, whose content says nothing more than the POST itself.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_MAX }, (_request, _body, done) => done(null));
    scope.post(URL, async (request) => {
      const { account_id, known, labels } = await read(request);
      await deps.db.system(async (tx) => {
        const row = await tx.row<{ changed: boolean }>('select refuse_notice_mails($1, $2) as changed', [
          account_id,
          known,
        ]);
        if (row!.changed) await noteAccountChange(tx, deps, account_id, 'stopped mails with the link in a mail');
      });
      return { kinds: labels };
    });
  });
}
