// Sends the messages in the outbox: at least once, oldest first, with growing delays after failures. Several processes may run
// it: a row is leased by moving its next attempt into the future before sending.
import { sealedAs } from '../data/outbox.ts';
import type { MailParts } from '../data/outbox.ts';
import type { Deps } from '../deps.ts';
import type { Carriers } from '../providers/carriers.ts';
import { queueNoticeMails } from './noticeMails.ts';

const LEASE_SECONDS = 30;
const ATTEMPTS_MAX = 12;

type Waiting = {
  id: string;
  channel: 'sms' | 'email';
  recipient: string;
  subject: string | null;
  body: string;
  more: string | null;
  is_sealed: boolean;
  attempts: number;
  is_expired: boolean;
};

/** The worker's dependencies. */
type Needs = Pick<Deps, 'db' | 'secrets' | 'log' | 'newId' | 'config'>;

export interface OutboxWorker {
  wake(): void;
  stop(): Promise<void>;
}

export function startOutboxWorker(needs: Needs, carriers: Carriers, pollMs = 1000): OutboxWorker {
  let stopped = false;
  let again = false;
  let current: Promise<void> | null = null;
  const wake = () => {
    if (stopped) return;
    again = true;
    current ??= drain().finally(() => (current = null));
  };
  async function drain() {
    while (again && !stopped) {
      again = false;
      try {
        while (!stopped && (await sendSome(needs, carriers)) > 0);
      } catch (error) {
        needs.log.error('The outbox could not be read.', { reason: (error as Error).message });
      }
    }
  }
  const timer = setInterval(wake, pollMs);
  timer.unref();
  return {
    wake,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await current;
    },
  };
}

/** Out: how much was done; 0 when nothing is left. */
async function sendSome(needs: Needs, carriers: Carriers): Promise<number> {
  const { waiting, queued } = await needs.db.system(async (tx) => {
    const taken = await tx.rows<Waiting>('select * from take_messages($1, 20)', [LEASE_SECONDS]);
    // Notices come last: many of them must not delay a code.
    return { waiting: taken, queued: taken.length > 0 ? 0 : await queueNoticeMails(tx, needs) };
  });
  await Promise.all(waiting.map((message) => sendOne(needs, carriers, message)));
  return waiting.length + queued;
}

async function sendOne({ db, secrets, log }: Needs, carriers: Carriers, message: Waiting) {
  const stayed = (reason: string, pause: number, givesUp: boolean) =>
    db.system((tx) => tx.rows('select message_stayed($1, $2, $3, $4)', [message.id, reason, pause, givesUp]));
  // An expired code would only confuse its recipient.
  if (message.is_expired) return void (await stayed('expired', 0, true));
  try {
    await carriers[message.channel].send({
      id: message.id,
      to: message.recipient,
      subject: message.subject,
      text: message.is_sealed ? secrets.open(message.body, sealedAs(message.id)) : message.body,
      ...(message.more && { more: JSON.parse(secrets.open(message.more, sealedAs(message.id))) as MailParts }),
    });
    await db.system((tx) => tx.rows('select message_left($1)', [message.id]));
  } catch (error) {
    const reason = (error as Error).message;
    log.warn('A message could not be sent yet.', {
      id: message.id,
      channel: message.channel,
      attempts: message.attempts,
      reason,
    });
    const pause = Math.min(2 ** (message.attempts - 1), 300) * (0.75 + Math.random() / 2);
    await stayed(reason.slice(0, 300), pause, message.attempts >= ATTEMPTS_MAX);
  }
}
