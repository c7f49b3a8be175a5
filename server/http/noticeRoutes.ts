// What a person was told of, across their companies, and which of it is mailed to them.
import { z } from 'zod';
import { noticePreference, ownNotice, ownNotices } from '#src/contract/notices.ts';
import type { NoticePreference, OwnNotice } from '#src/contract/notices.ts';
import { editors } from '#src/resources/kit/access.ts';
import { noticeKindNames, noticeKinds } from '#src/resources/notices.ts';
import { noteAccountChange } from '../auth/auditedChanges.ts';
import { membershipsOf } from '../auth/sessions.ts';
import { sentencesOf } from '../data/notices.ts';
import { notFound } from '../data/refusals.ts';
import type { Tx } from '../db/database.ts';
import type { Router } from './routes.ts';

const PAGE = 30;
const listQuery = z.object({ before: z.string().describe('The id of the last one shown: answers older ones.') });
const preferencesBody = z
  .partialRecord(z.enum(noticeKindNames), z.boolean('This must be true or false.'))
  .describe('Whether a kind is mailed. Kinds that are not named stay as they are.');

export function noticeRoutes(router: Router) {
  router.get({
    url: '/api/notices',
    roles: null,
    summary: 'What the signed-in account was told of in all its companies, as far as it may still see it',
    query: listQuery.partial(),
    answer: ownNotices,
    handler: async ({ tx, query }) => {
      const { before } = query;
      const found = await noticesOf(tx, null, before === undefined ? null : uuidOf(before), PAGE + 1);
      const { unread } = (await tx.row<{ unread: number }>('select unread_notices() as unread'))!;
      return { notices: found.slice(0, PAGE), has_more: found.length > PAGE, unread };
    },
  });
  router.get({
    url: '/api/notices/:id',
    roles: null,
    summary: 'One notice of the signed-in account',
    answer: ownNotice,
    handler: async ({ tx, params }) => {
      const [notice] = await noticesOf(tx, uuidOf(params.id!), null, 1);
      if (!notice) throw notFound();
      return notice;
    },
  });
  router.unaudited().post({
    url: '/api/notices/:id/read',
    roles: null,
    summary: 'Mark a notice as read',
    body: z.strictObject({}),
    status: 204,
    handler: async ({ tx, params }) => {
      const row = await tx.row<{ done: boolean }>('select read_notices($1) as done', [uuidOf(params.id!)]);
      if (!row!.done) throw notFound();
      return undefined;
    },
  });
  router.unaudited().post({
    url: '/api/notices/read',
    roles: null,
    summary: 'Mark every notice of the account as read',
    body: z.strictObject({}),
    status: 204,
    handler: async ({ tx }) => {
      await tx.rows('select read_notices(null)');
      return undefined;
    },
  });
  router.get({
    url: '/api/notices/preferences',
    roles: null,
    summary: 'Which notices are mailed to the signed-in account: the kinds that its companies can cause',
    answer: z.array(noticePreference),
    handler: ({ tx, actor }) => preferencesOf(tx, actor.account_id),
  });
  router.unaudited().put({
    url: '/api/notices/preferences',
    roles: null,
    summary: 'Choose which notices are mailed. The bell shows all of them, and mails about security are always sent',
    body: preferencesBody,
    answer: z.array(noticePreference),
    handler: async ({ tx, actor, body }) => {
      let isChanged = false;
      for (const by_mail of [true, false]) {
        const kinds = noticeKindNames.filter((kind) => body[kind] === by_mail);
        const row = await tx.row<{ changed: boolean }>('select choose_notice_mails($1, $2) as changed', [
          kinds,
          by_mail,
        ]);
        isChanged ||= row!.changed;
      }
      if (isChanged) await noteAccountChange(tx, router.deps, actor.account_id, 'changed which mails they receive');
      return preferencesOf(tx, actor.account_id);
    },
  });
}

const uuid = z.uuid();
/** Refuses: not_found (404) for what is no id. */
function uuidOf(text: string): string {
  const parsed = uuid.safeParse(text);
  if (!parsed.success) throw notFound();
  return parsed.data;
}

type Stored = Omit<OwnNotice, 'text' | 'advice'> & { words: Record<string, string> };

async function noticesOf(tx: Tx, only: string | null, before: string | null, count: number): Promise<OwnNotice[]> {
  const rows = await tx.rows<Stored>('select * from own_notices($1, $2, $3)', [only, before, count]);
  return rows.flatMap(({ words, ...row }) => {
    const sentences = sentencesOf(row.kind, words);
    return sentences ? [{ ...row, text: sentences.text, advice: sentences.advice }] : [];
  });
}

async function preferencesOf(tx: Tx, account: string): Promise<NoticePreference[]> {
  const memberships = await membershipsOf(tx, account);
  const active = memberships.filter(({ status }) => status === 'active');
  const isOf = {
    holders: active.some(({ shareholder_id }) => shareholder_id !== null),
    company: active.some(({ role }) => editors.includes(role)),
    anybody: active.length > 0,
  };
  const refused = new Set(
    (await tx.rows<{ kind: string }>('select kind from own_notice_refusals() as kind')).map(({ kind }) => kind),
  );
  return noticeKindNames
    .filter((kind) => isOf[noticeKinds[kind].for])
    .map((kind) => {
      const { label, waits } = noticeKinds[kind];
      return { kind, label, waits, by_mail: !refused.has(kind) };
    });
}
