// Changes of one's own password, email address and phone, while signed in. Each needs a fresh confirmation and is told to the
// previous address.
import { say } from '#src/words/say.ts';
import { shownEmail } from '#src/domain/shownEmail.ts';
import { AppError } from '#src/domain/errors.ts';
import { queueMessage } from '../data/queue/messages.ts';
import { invalidField } from '../data/refusals.ts';
import { sha256 } from '../data/sha256.ts';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { noteAccountChange } from './auditedChanges.ts';
import { CODE_SENT, codeFor, hashOf, sendCode } from './codes.ts';
import { TOO_MANY } from './limits.ts';
import type { Limits } from './limits.ts';
import { accountOfPassword } from './passwordTries.ts';
import { hashPassword } from './passwords.ts';
import { refusePhone } from './phoneNumbers.ts';
import { knownOf, refuseWeak } from './resetPassword.ts';
import { newToken } from './secrets.ts';
import { ownAccount } from './sessions.ts';
import { countedTry } from './stepUp.ts';
import type { Confirming } from './stepUp.ts';
import { spendMessage } from './textMessages.ts';

const ifNotYou = (deps: Deps) =>
  say`If it was not you, set a new password at once at ${deps.config.publicUrl}/forgot-password.`;

/** The current password is asked for too. Refuses: invalid_fields (422), too_many (429), busy (503). */
export async function changePassword(
  deps: Deps,
  limits: Limits,
  { account, client, tokenHash }: Confirming,
  body: { current_password: string; new_password: string },
): Promise<void> {
  refuseWeak(body.new_password, await deps.db.system((tx) => knownOf(tx, account)));
  await accountOfPassword(deps, limits, { email: account.email, password: body.current_password }, client).catch(
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'invalid_credentials')
        throw invalidField('current_password', 'This is not your current password.');
      throw error;
    },
  );
  const hash = await hashPassword(body.new_password);
  await deps.db.asActor(tokenHash, async (tx) => {
    await tx.rows(`select change_own_password(decode($1, 'hex'), $2)`, [tokenHash, hash]);
    await noteAccountChange(tx, deps, account.id, 'changed the password of their account');
    await queueMessage(tx, deps, {
      channel: 'email',
      to: account.email,
      words: () => ({
        subject: say`Your Sharebook password was changed`,
        text: say`The password of your Sharebook account was changed, and every other session was ended.\n\n${ifNotYou(deps)}`,
      }),
    });
  });
}

type Started = 'sent' | 'taken' | 'too_soon' | 'too_often';
const LINK_SECONDS = 86_400;
const LINK_WAIT_SECONDS = 30;

/**
 * Mails a link to the new address, and a notice to the present one. The answer is the same for an address that another
 * account has, whose owner is told instead. Refuses: invalid_fields (422), too_many (429).
 */
export async function askNewEmail(tx: Tx, deps: Deps, email: string): Promise<{ message: string }> {
  const account = await ownAccount(tx);
  const address = email.toLowerCase();
  if (address === account.email) throw invalidField('email', 'This is your address already.');
  const token = newToken();
  const outcome = await startChange(tx, account.id, 'email', address, sha256(token), LINK_SECONDS, LINK_WAIT_SECONDS);
  refuseUnlessSent(outcome, LINK_WAIT_SECONDS);
  await noteAccountChange(tx, deps, account.id, 'asked for another email address of their account');
  const { publicUrl } = deps.config;
  await queueMessage(tx, deps, {
    channel: 'email',
    to: address,
    words: () =>
      outcome === 'taken'
        ? {
            subject: say`Somebody tried to use your email address`,
            text: say`Somebody tried to use this address for their Sharebook account. Another account has it already, so nothing was changed.`,
          }
        : {
            subject: say`Confirm your new email address`,
            text: say`Confirm that this is the new address of your Sharebook account, in the browser where you are signed in:\n\n${publicUrl}/confirm-email?token=${token}\n\nThe link works once, for a day. If you did not ask for it, you can ignore this message: nothing changes.`,
          },
    ttlSeconds: LINK_SECONDS,
  });
  await queueMessage(tx, deps, {
    channel: 'email',
    to: account.email,
    words: () => ({
      subject: say`Somebody asked to change your Sharebook email address`,
      text: say`Somebody asked to change the email address of your Sharebook account to ${address}. It changes once the link that was mailed there is opened.\n\n${ifNotYou(deps)}`,
    }),
  });
  return { message: `We sent a link to ${shownEmail(address)}. Open it in this browser to finish.` };
}

/** Takes the new address whose link this is. Out: whether it was such a link. */
export async function takeNewEmail(tx: Tx, deps: Deps, token: string, tokenHash: string): Promise<boolean> {
  const row = await tx.row<{ old_email: string; new_email: string }>(
    `select * from change_own_email($1, decode($2, 'hex'))`,
    [sha256(token), tokenHash],
  );
  if (!row) return false;
  await noteAccountChange(tx, deps, (await ownAccount(tx)).id, 'changed the email address of their account');
  await queueMessage(tx, deps, {
    channel: 'email',
    to: row.old_email,
    words: () => ({
      subject: say`The email address of your Sharebook account was changed`,
      text: say`You now sign in with ${row.new_email}. Every other session was ended.\n\nIf it was not you, write at once to the companies whose shares you hold: this address no longer opens the account.`,
    }),
  });
  return true;
}

/** Texts a code to the new number. Refuses: invalid_fields (422), too_many (429). */
export async function askNewPhone(
  deps: Deps,
  limits: Limits,
  { account, client }: Confirming,
  phone: string,
): Promise<{ message: string }> {
  refusePhone(deps, phone);
  if (phone === account.phone) throw invalidField('phone', 'This is your number already.');
  const wait = deps.config.otpResendSeconds;
  const { code, hash } = codeFor(deps, 'phone', account);
  const start = (secret: Buffer | null) =>
    deps.db.system((tx) => startChange(tx, account.id, 'phone', phone, secret, deps.config.otpTtlSeconds, wait));
  refuseUnlessSent(await start(null), wait);
  const giveBack = await spendMessage(deps, limits, { phone, isProved: false, ownerId: account.id }, client);
  const outcome = await start(hash);
  if (outcome !== 'sent') await giveBack();
  refuseUnlessSent(outcome, wait);
  await deps.db.system((tx) => sendCode(tx, deps, { ...account, phone }, 'phone', code, true));
  return { message: CODE_SENT };
}

/** Refuses: invalid_code (400), too_many_attempts, too_many (429). */
export async function proveNewPhone(deps: Deps, limits: Limits, who: Confirming, code: string): Promise<void> {
  const { account, tokenHash } = who;
  await countedTry(limits, who, () =>
    deps.db.system(async (tx) => {
      const row = await tx.row<{ answer: 'right' | 'wrong' | 'spent'; old_phone: string | null }>(
        `select * from try_phone_change($1, decode($2, 'hex'), $3)`,
        [account.id, tokenHash, hashOf(deps, 'phone', account, code)],
      );
      if (row!.answer === 'right') {
        await tellOfNewPhone(tx, deps, account.email, row!.old_phone);
        await noteAccountChange(tx, deps, account.id, 'changed the phone of their account');
      }
      return row!.answer;
    }),
  );
}

async function tellOfNewPhone(tx: Tx, deps: Deps, email: string, oldPhone: string | null) {
  await queueMessage(tx, deps, {
    channel: 'email',
    to: email,
    words: () => ({
      subject: say`The phone of your Sharebook account was changed`,
      text: say`Codes for your Sharebook account are now sent to another phone. Every other session was ended.\n\n${ifNotYou(deps)}`,
    }),
  });
  if (oldPhone)
    await queueMessage(tx, deps, {
      channel: 'sms',
      to: oldPhone,
      words: () => ({
        text: say`Codes for your Sharebook account are now sent to another phone. If it was not you, set a new password at once.`,
      }),
    });
}

async function startChange(
  tx: Tx,
  accountId: string,
  kind: 'email' | 'phone',
  value: string,
  secret: Buffer | null,
  ttlSeconds: number,
  waitSeconds: number,
): Promise<Started> {
  const row = await tx.row<{ answer: Started }>('select start_account_change($1, $2, $3, $4, $5, $6) as answer', [
    accountId,
    kind,
    value,
    secret,
    ttlSeconds,
    waitSeconds,
  ]);
  return row!.answer;
}

function refuseUnlessSent(answer: Started, waitSeconds: number) {
  if (answer === 'sent' || answer === 'taken') return;
  throw new AppError('too_many', TOO_MANY, {
    status: 429,
    cause: { retryAfterSeconds: answer === 'too_soon' ? Math.max(1, waitSeconds) : 86_400 },
  });
}
