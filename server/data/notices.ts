// Writes notices in the transaction of the change that they tell of. server/jobs/noticeMails.ts mails them.
import { withoutAddresses } from '#src/domain/text.ts';
import { noticeKindOf, noticeKinds } from '#src/resources/notices.ts';
import type { NoticedResource, NoticeKindName, NoticeWords } from '#src/resources/notices.ts';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';

/** One record of which people are told. */
export interface Told {
  /** The record's id: the notice leads to its page. */
  id: string;
  words: NoticeWords;
  /** The shareholder whose linked account is told. */
  holder?: string;
  /** One person of the company. With neither, everybody who keeps its books. */
  account?: string;
}

export interface Notice {
  kind: NoticeKindName;
  /** The resource of the records. */
  resource: NoticedResource;
  /** What happened to the record, once: each person hears of it at most once. */
  event: string;
  told: readonly Told[];
}

interface Sentences {
  text: string;
  advice: string | null;
  /** The mail's subject, where it is not the text. */
  subject: string | null;
}

/** What a stored notice says; null for a kind of a newer version. */
export function sentencesOf(kind: string, words: NoticeWords): Sentences | null {
  const declared = noticeKindOf(kind);
  // Names that people typed, told to others in our name.
  const safe = Object.fromEntries(
    Object.entries(words).map(([name, word]) => [name, typeof word === 'string' ? withoutAddresses(word) : word]),
  ) as NoticeWords;
  return declared && { text: declared.text(safe), advice: declared.advice ?? null, subject: declared.subject ?? null };
}

/** Nobody is told of what they did themselves, and a shareholder without a linked account hears nothing. */
export async function addNotices(
  { tx, deps }: { tx: Tx; deps: Pick<Deps, 'now'> },
  { kind, resource, event, told }: Notice,
): Promise<void> {
  if (told.length === 0) return;
  tx.hasQueued = true;
  await tx.rows('select add_notices($1, $2, $3, $4, $5, $6)', [
    kind,
    JSON.stringify(told),
    resource,
    event,
    noticeKinds[kind].waits,
    deps.now().toISOString(),
  ]);
}

/** The same, told of the rows of a query: its columns are `event` and `told`, as JSON. */
export async function addNoticesFrom(
  { tx, deps }: { tx: Tx; deps: Pick<Deps, 'now'> },
  { kind, resource, text, values }: Omit<Notice, 'event' | 'told'> & { text: string; values: readonly unknown[] },
): Promise<void> {
  tx.hasQueued = true;
  const next = values.length + 1;
  await tx.rows(
    `select add_notices($${next}, q.told, $${next + 1}, q.event, $${next + 2}, $${next + 3}) from (${text}) q`,
    [...values, kind, resource, noticeKinds[kind].waits, deps.now().toISOString()],
  );
}
