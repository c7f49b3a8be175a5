// Queues the mails of notices: at once, or those that can wait together and at most once an hour for each person. Taking them and
// queueing their mail is one transaction, so that each is mailed once, whatever stops in between.
import { sentencesOf } from '../data/notices.ts';
import { queueMessage } from '../data/outbox.ts';
import { unsubscribeToken } from '../data/unsubscribeToken.ts';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { noticeMail } from './noticeMail.ts';
import type { MailedNotice } from './noticeMail.ts';

type Needs = Pick<Deps, 'secrets' | 'newId' | 'config'>;

const DIGEST_SECONDS = 3600;
/** Between them, codes and other messages are sent. */
const ACCOUNTS_AT_ONCE = 20;

type Taken = {
  account_id: string;
  address: string;
  id: string;
  kind: string;
  waits: boolean;
  words: Record<string, string>;
  company: string;
};

/** In: a transaction of Sharebook itself. Out: for how many people something was queued. */
export async function queueNoticeMails(tx: Tx, needs: Needs): Promise<number> {
  let people = 0;
  while (people < ACCOUNTS_AT_ONCE && (await queueForOne(tx, needs))) people += 1;
  return people;
}

async function queueForOne(tx: Tx, needs: Needs): Promise<boolean> {
  const taken = await tx.rows<Taken>('select * from take_notices($1)', [DIGEST_SECONDS]);
  for (const notice of taken.filter(({ waits }) => !waits)) await queueMail(tx, needs, [notice]);
  const collected = taken.filter(({ waits }) => waits);
  if (collected.length > 0) {
    await queueMail(tx, needs, collected);
    await tx.rows('select note_notice_digest($1)', [collected[0]!.account_id]);
  }
  return taken.length > 0;
}

async function queueMail(tx: Tx, needs: Needs, notices: readonly Taken[]): Promise<void> {
  const { publicUrl } = needs.config;
  const mailed = notices.flatMap(({ id, kind, words, company }): MailedNotice[] => {
    const sentences = sentencesOf(kind, words);
    return sentences ? [{ company, ...sentences, url: `${publicUrl}/app/notices/${id}` }] : [];
  });
  if (mailed.length === 0) return;
  const { account_id, address } = notices[0]!;
  const kinds = [...new Set(notices.map(({ kind }) => kind))].toSorted();
  const token = unsubscribeToken(needs, { account_id, kinds });
  const { subject, text, html } = noticeMail(mailed, {
    all: `${publicUrl}/app/notices`,
    settings: `${publicUrl}/app/settings`,
    unsubscribe: `${publicUrl}/unsubscribe?token=${token}`,
  });
  await queueMessage(tx, needs, {
    channel: 'email',
    to: address,
    subject,
    text,
    more: { html, unsubscribeUrl: `${publicUrl}/api/unsubscribe?token=${token}` },
  });
}
