// Sends a text or a mail, and gives up what its carrier will never take.
import { sealedAs } from '#server/data/queue/messages.ts';
import type { MailParts, MessageDetails } from '#server/data/queue/messages.ts';
import type { Carrier } from '#server/providers/carrier.ts';
import { NeverAgain } from '../job.ts';
import type { Handler, JobNeeds } from '../job.ts';

export const sendMessage =
  ({ secrets }: Pick<JobNeeds, 'secrets'>, carrier: Carrier): Handler =>
  async ({ id, details }) => {
    const { recipient, subject, text, more } = details as unknown as MessageDetails;
    await carrier
      .send({
        id,
        to: recipient,
        subject,
        text: secrets.open(text, sealedAs(id)),
        ...(more !== undefined && { more: JSON.parse(secrets.open(more, sealedAs(id))) as MailParts }),
      })
      .catch((error: unknown) => {
        throw isRefusedAddress(error) ? new NeverAgain(replyOf(error)) : error;
      });
  };

/** What the mail server said, without our library's words. */
const replyOf = (error: unknown): string => (error as { response?: string }).response ?? (error as Error).message;

/** The mail server knows that there is no such mailbox (a reply of 5xx to RCPT TO, RFC 5321), so trying again cannot help. */
const isRefusedAddress = (error: unknown): boolean => {
  const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number };
  return code === 'EENVELOPE' && command === 'RCPT TO' && responseCode !== undefined && responseCode >= 500;
};
