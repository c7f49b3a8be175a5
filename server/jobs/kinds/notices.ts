// Queues the mails of a company's notices: at once, or those that can wait together and at most once an hour for each person.
// Taking them and queueing their mail is one transaction, so that each is mailed once, whatever stops in between.
import { sentencesOf } from '#server/data/notices.ts';
import { queueMessages } from '#server/data/queue/messages.ts';
import type { Message } from '#server/data/queue/messages.ts';
import { unsubscribeToken } from '#server/data/queue/unsubscribeToken.ts';
import { inLocale } from '#server/words/inLocale.ts';
import type { Handler, Job, JobNeeds } from '../job.ts';
import { noticeMail } from './noticeMail.ts';
import type { MailedNotice } from './noticeMail.ts';

/** After so many rounds of fifty people, other companies have their turn. */
const ROUNDS = 20;

interface Taken {
  account_id: string;
  address: string;
  locale: string | null;
  id: string;
  kind: string;
  waits: boolean;
  words: Record<string, string>;
  org_id: string;
  company: string;
}

export const mailNotices =
  (needs: JobNeeds): Handler =>
  async ({ turn_of, lane }) => {
    for (let round = 0; round < ROUNDS; round += 1) if ((await queueSome(needs, turn_of, lane)) === 0) return undefined;
    return { againInSeconds: 0 };
  };

/** Out: how many people had something due. */
async function queueSome(needs: JobNeeds, org: string, lane: Job['lane']): Promise<number> {
  return needs.db.system(async (tx) => {
    const taken = (await tx.row<{ people: number; notices: Taken[] }>('select * from take_notices($1)', [org]))!;
    const ofPerson = Map.groupBy(taken.notices, ({ account_id }) => account_id);
    const mails = [...ofPerson.values()].flatMap((notices) => {
      const collected = notices.filter(({ waits }) => waits);
      return [...notices.filter(({ waits }) => !waits).map((notice) => [notice]), collected];
    });
    await queueMessages(
      tx,
      needs,
      mails.flatMap((notices) => inLocale(notices[0]?.locale ?? null, () => mailOf(needs, notices, lane))),
    );
    return taken.people;
  });
}

function mailOf(needs: JobNeeds, notices: readonly Taken[], lane: Job['lane']): Message[] {
  const { publicUrl } = needs.config;
  const mailed = notices.flatMap(({ id, kind, words, company }): MailedNotice[] => {
    const sentences = sentencesOf(kind, words);
    return sentences ? [{ company, ...sentences, url: `${publicUrl}/app/notices/${id}` }] : [];
  });
  if (mailed.length === 0) return [];
  const { account_id, address, org_id } = notices[0]!;
  const kinds = [...new Set(notices.map(({ kind }) => kind))].toSorted();
  const token = unsubscribeToken(needs, { account_id, kinds });
  const { subject, text, html } = noticeMail(mailed, {
    all: `${publicUrl}/app/notices`,
    settings: `${publicUrl}/app/you/notifications`,
    unsubscribe: `${publicUrl}/unsubscribe?token=${token}`,
  });
  // What several companies tell in one mail is shown to none of them when it does not arrive.
  const isOfOne = notices.every((notice) => notice.org_id === org_id);
  return [
    {
      channel: 'email',
      to: address,
      ...(lane === 'bulk' && { lane }),
      ...(isOfOne && { org_id }),
      words: () => ({ subject, text }),
      more: { html, unsubscribeUrl: `${publicUrl}/api/unsubscribe?token=${token}` },
    },
  ];
}
