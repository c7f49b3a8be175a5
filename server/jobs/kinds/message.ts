// Sends a text or a mail, and gives up what its carrier will never take.
import { sealedAs } from '#server/data/queue/messages.ts';
import type { Locale } from '#src/words/locales.ts';
import type { InLanguages, MailParts, MessageDetails } from '#server/data/queue/messages.ts';
import type { Carrier } from '#server/providers/carrier.ts';
import { NeverAgain } from '../job.ts';
import type { Handler, JobNeeds } from '../job.ts';

export const sendMessage =
  ({ secrets, db }: Pick<JobNeeds, 'secrets' | 'db'>, carrier: Carrier): Handler =>
  async ({ id, details }) => {
    const { recipient, more, in_languages, ...english } = details as unknown as MessageDetails;
    const locale = in_languages === undefined ? null : await localeOf(db, recipient);
    const translated = locale && (JSON.parse(secrets.open(in_languages!, sealedAs(id))) as InLanguages)[locale];
    const { subject, text } = translated || { ...english, text: secrets.open(english.text, sealedAs(id)) };
    await carrier
      .send({
        id,
        to: recipient,
        subject: subject ?? null,
        text,
        ...(more !== undefined && { more: JSON.parse(secrets.open(more, sealedAs(id))) as MailParts }),
      })
      .catch((error: unknown) => {
        throw isRefusedAddress(error) ? new NeverAgain(replyOf(error)) : error;
      });
  };

/** The language that the account with this address chose. */
const localeOf = (db: JobNeeds['db'], address: string): Promise<Locale | null> =>
  db.system(async (tx) => {
    const row = await tx.row<{ locale: Locale | null }>('select locale_of_address($1) as locale', [address]);
    return row?.locale ?? null;
  });

/** What the mail server said, without our library's words. */
const replyOf = (error: unknown): string => (error as { response?: string }).response ?? (error as Error).message;

/** The mail server knows that there is no such mailbox (a reply of 5xx to RCPT TO, RFC 5321), so trying again cannot help. */
const isRefusedAddress = (error: unknown): boolean => {
  const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number };
  return code === 'EENVELOPE' && command === 'RCPT TO' && responseCode !== undefined && responseCode >= 500;
};
