// Writes messages in the transaction of the change that causes them. server/jobs/kinds/message.ts sends them.
import { withShownEmails } from '#src/domain/shownEmails.ts';
import { withoutAddresses, withoutHidden } from '#src/domain/text.ts';
import { localeNames } from '#src/words/locales.ts';
import type { Locale } from '#src/words/locales.ts';
import { inLocale } from '#server/words/inLocale.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { queueJobs } from './jobs.ts';
import type { Lane } from './jobs.ts';
import { requestNow } from '#server/running/requestNow.ts';

export interface Message {
  channel: 'sms' | 'email';
  to: string;
  /** In the language of whoever reads it, as far as it is known: a mail is queued in each, and its addressee's is sent. */
  words: () => MessageWords;
  /** What a mail has beside its text. */
  more?: MailParts;
  /** Until then it is tried. A mail of three days, unless said otherwise. */
  ttlSeconds?: number;
  /** Why it is sent before others, or after them: a code, or one of many. */
  lane?: Extract<Lane, 'code' | 'bulk'>;
  /** The company that writes. It learns of a message that never arrives, and takes turns with other companies. */
  org_id?: string;
  /** It has a link that may be replaced or withdrawn, so the mail itself is never sent again. */
  hasLink?: true;
  /** Only administrators may learn of it. */
  isForAdministrators?: true;
  /** False: written like a real message, but never sent. */
  leaves?: boolean;
}

export interface MessageWords {
  subject?: string;
  text: string;
}

export interface MailParts {
  html?: string;
  /** Where one click stops such mails (RFC 8058). */
  unsubscribeUrl?: string;
  /** Who writes, before the address of this installation. */
  fromName?: string;
}

/** The use for which a message's text is sealed. */
export const sealedAs = (id: string): string => `message ${id}`;

/** A text of ours with names in it: they must not start a new line. */
export const inOneLine = (text: unknown): string => withoutHidden(String(text));

/** What somebody named a person, a company or a record, in one of our mails: no new line, and no address to click. */
export const nameInMail = (name: unknown): string => withoutAddresses(inOneLine(name));

const DAYS_3 = 259_200;

/** What the job of a message has: its texts are sealed. */
export interface MessageDetails {
  recipient: string;
  subject: string | null;
  text: string;
  more?: string;
  /** Sealed: by language, where it is not the English. */
  in_languages?: string;
  is_of_company?: true;
  has_link?: true;
  is_for_administrators?: true;
}

/** What a mail says, by language. */
export type InLanguages = Partial<Record<Locale, MessageWords>>;

function wordsOf(message: Message): MessageWords {
  const { subject, text } = message.words();
  return {
    ...(subject !== undefined && { subject: withShownEmails(inOneLine(subject)) }),
    text: withShownEmails(text),
  };
}

const inOtherLanguages = (message: Message, english: string): InLanguages =>
  Object.fromEntries(
    localeNames
      .map((locale) => [locale, inLocale(locale, () => wordsOf(message))] as const)
      .filter(([, { text }]) => text !== english),
  );

export async function queueMessage(tx: Tx, needs: Pick<Deps, 'newId' | 'secrets'>, message: Message): Promise<void> {
  await queueMessages(tx, needs, [message]);
}

/** A code has no company yet, so that codes which one network asks for take turns with those of others. */
function turnOfNetwork(secrets: Deps['secrets']): string | undefined {
  const network = requestNow()?.network;
  if (network === undefined) return undefined;
  const hex = secrets.fingerprint('network', network).toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}

/** Any number of messages in few statements. */
export async function queueMessages(
  tx: Tx,
  { newId, secrets }: Pick<Deps, 'newId' | 'secrets'>,
  messages: readonly Message[],
): Promise<void> {
  await queueJobs(
    tx,
    messages.map((message) => {
      const id = newId();
      const { subject, text } = inLocale(null, () => wordsOf(message));
      const others = message.channel === 'email' ? inOtherLanguages(message, text) : {};
      return {
        id,
        kind: message.channel,
        lane: message.lane ?? 'single',
        turn_of: message.org_id ?? (message.lane === 'code' ? turnOfNetwork(secrets) : undefined),
        secondsToLive: message.ttlSeconds ?? DAYS_3,
        leaves: message.leaves ?? true,
        details: {
          recipient: message.to,
          subject: subject ?? null,
          text: secrets.seal(text, sealedAs(id)),
          ...(Object.keys(others).length > 0 && { in_languages: secrets.seal(JSON.stringify(others), sealedAs(id)) }),
          ...(message.more && { more: secrets.seal(JSON.stringify(message.more), sealedAs(id)) }),
          ...(message.org_id !== undefined && { is_of_company: true }),
          ...(message.hasLink && { has_link: true }),
          ...(message.isForAdministrators && { is_for_administrators: true }),
        } satisfies MessageDetails,
      };
    }),
  );
}
