// Sends what waits in the outbox: at least once, oldest first, with growing pauses after a failure. Several processes
// may run it; a row is leased by moving its next attempt into the future before it is sent.
import type { Database } from '../db/database.ts';
import type { Logger } from '../deps.ts';
import type { Carriers } from '../providers/carriers.ts';

const LEASE_SECONDS = 30;
const ATTEMPTS_MAX = 12;

type Waiting = {
  id: string;
  channel: 'sms' | 'email';
  recipient: string;
  subject: string | null;
  body: string;
  attempts: number;
  is_expired: boolean;
};

export interface OutboxWorker {
  wake(): void;
  stop(): Promise<void>;
}

export function startOutboxWorker(db: Database, carriers: Carriers, log: Logger, pollMs = 1000): OutboxWorker {
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
        while (!stopped && (await sendSome(db, carriers, log)) > 0);
      } catch (error) {
        log.error('The outbox could not be read.', { reason: (error as Error).message });
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

async function sendSome(db: Database, carriers: Carriers, log: Logger): Promise<number> {
  const waiting = await db.system((tx) =>
    tx.rows<Waiting>(
      `update outbox set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => $1)
       where id in (select id from outbox where sent_at is null and failed_at is null and next_attempt_at <= now()
                    order by created_at limit 20 for update skip locked)
       returning id, channel, recipient, subject, body, attempts, coalesce(expires_at < now(), false) as is_expired`,
      [LEASE_SECONDS],
    ),
  );
  await Promise.all(waiting.map((message) => sendOne(db, carriers, log, message)));
  return waiting.length;
}

async function sendOne(db: Database, carriers: Carriers, log: Logger, message: Waiting) {
  // A code that is worth nothing any more would only mislead whoever gets it.
  if (message.is_expired) {
    await db.system((tx) =>
      tx.write(`update outbox set failed_at = now(), last_error = 'expired', body = '' where id = $1`, [message.id]),
    );
    return;
  }
  try {
    await carriers[message.channel].send({
      id: message.id,
      to: message.recipient,
      subject: message.subject,
      text: message.body,
    });
    // The text may hold a code: it is not kept once it has left.
    await db.system((tx) => tx.write(`update outbox set sent_at = now(), body = '' where id = $1`, [message.id]));
  } catch (error) {
    const reason = (error as Error).message;
    log.warn('A message could not be sent yet.', {
      id: message.id,
      channel: message.channel,
      attempts: message.attempts,
      reason,
    });
    const pause = Math.min(2 ** (message.attempts - 1), 300) * (0.75 + Math.random() / 2);
    await db.system((tx) =>
      tx.write(
        `update outbox set last_error = $2, next_attempt_at = now() + make_interval(secs => $3),
           failed_at = case when $4 or expires_at < now() then now() end, body = case when $4 or expires_at < now() then '' else body end
         where id = $1`,
        [message.id, reason.slice(0, 300), pause, message.attempts >= ATTEMPTS_MAX],
      ),
    );
  }
}
