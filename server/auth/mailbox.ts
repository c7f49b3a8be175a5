// Proves who owns an account's mailbox: the mailed link, and what the mailbox's owner may do with it.
import { say } from '#src/words/say.ts';
import { AppError } from '#src/domain/errors.ts';
import { queueMessage } from '../data/queue/messages.ts';
import { sha256 } from '../data/sha256.ts';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { newToken } from './secrets.ts';
import { ownAccount } from './sessions.ts';
import type { Person } from './sessions.ts';
import { shownEmail } from '#src/domain/shownEmail.ts';

const confirmedAlready = () =>
  new AppError('email_confirmed', 'Your email address is confirmed already.', { status: 409 });

type Sent = 'sent' | 'confirmed' | 'too_often';

/** Mails the link, unless the mailbox is confirmed or has received too many. */
export async function mailConfirmation(tx: Tx, deps: Deps, account: Person): Promise<Sent> {
  const token = newToken();
  const row = await tx.row<{ answer: Sent }>('select start_confirmation($1, $2) as answer', [
    account.id,
    sha256(token),
  ]);
  if (row!.answer !== 'sent') return row!.answer;
  const { publicUrl } = deps.config;
  await queueMessage(tx, deps, {
    channel: 'email',
    to: account.email,
    words: () => ({
      subject: say`Confirm your email address`,
      text: say`A Sharebook account was opened with this email address. If it is yours, sign in and confirm the address:\n\n${publicUrl}/confirm-email?token=${token}\n\nUntil you do, anyone who can read this mailbox can take over the account by setting a new password. The link works once, for seven days.\n\nIf it is not yours, delete the account that somebody else opened with your address:\n\n${publicUrl}/not-me?token=${token}`,
    }),
  });
  return 'sent';
}

/** Refuses: email_confirmed (409), too_many (429). */
export async function mailConfirmationAgain(tx: Tx, deps: Deps, account: Person): Promise<{ message: string }> {
  const answer = await mailConfirmation(tx, deps, account);
  if (answer === 'confirmed') throw confirmedAlready();
  if (answer === 'too_often')
    throw new AppError(
      'too_many',
      'We sent this mail several times today. Check your spam folder, or try again tomorrow.',
      {
        status: 429,
        cause: { retryAfterSeconds: 86_400 },
      },
    );
  return { message: `We sent a new link to ${shownEmail(account.email)}.` };
}

/**
 * Refuses: email_confirmed (409) when already confirmed, confirmation_closed (409) for a link that belongs to another
 * account, was used or replaced, or is too old.
 */
export async function confirmEmail(tx: Tx, token: string): Promise<void> {
  const row = await tx.row<{ done: boolean }>('select confirm_email($1) as done', [sha256(token)]);
  if (!row!.done && (await ownAccount(tx)).email_confirmed_at) throw confirmedAlready();
  if (!row!.done)
    throw new AppError(
      'confirmation_closed',
      'This link belongs to another account, was already used or replaced, or is older than seven days. Sharebook can send you a new one.',
      { status: 409 },
    );
}

const DISOWNED = {
  deleted: 'The account was deleted. Your address can be used for a new account.',
  closed:
    'Nobody can sign in to the account any more. It was not deleted, because it belongs to a company whose records must stay. To make it yours, reset its password by mail to this address.',
};

/** Refuses: confirmation_closed (409). */
export async function disownAccount(
  deps: Deps,
  token: string,
): Promise<{ message: string; outcome: keyof typeof DISOWNED }> {
  const row = await deps.db.system((tx) =>
    tx.row<{ outcome: keyof typeof DISOWNED | null }>('select disown_account($1) as outcome', [sha256(token)]),
  );
  const outcome = row!.outcome;
  if (outcome === null)
    throw new AppError(
      'confirmation_closed',
      'This link was already used or replaced, is older than seven days, or the account was confirmed. If somebody else uses your address, set a new password: then only you can sign in.',
      { status: 409 },
    );
  return { message: DISOWNED[outcome], outcome };
}
