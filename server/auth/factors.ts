// The second factors of an account beside its phone: what signing in asks about them, and their notices by mail.
import { say } from '#src/words/say.ts';
import type { OwnFactors } from '#src/contract/factors.ts';
import { AppError } from '#src/domain/errors.ts';
import { inLocale } from '../words/inLocale.ts';
import { queueMessage } from '../data/queue/messages.ts';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import type { Place } from './sealedText.ts';
import { noteAccountChange } from './auditedChanges.ts';
import { ownAccount } from './sessions.ts';

type OwnRow = {
  is_demo: boolean;
  phone_last4: string | null;
  texts_off: boolean;
  totp_created_at: string | null;
  recovery_codes_left: number;
  passkeys: OwnFactors['passkeys'];
};

export async function readFactors(tx: Tx): Promise<OwnFactors> {
  const row = (await tx.row<OwnRow>('select * from own_factors()'))!;
  return {
    sms: row.phone_last4 === null || row.is_demo ? null : { phone_last4: row.phone_last4, is_on: !row.texts_off },
    totp: row.totp_created_at === null ? null : { created_at: row.totp_created_at },
    // Made to JSON by the database, which has another form for an instant.
    passkeys: row.passkeys.map((each) => ({ ...each, created_at: new Date(each.created_at).toISOString() })),
    recovery_codes_left: row.recovery_codes_left,
  };
}

export const noSecondFactor = () =>
  new AppError('no_second_factor', 'The accounts of the sample company have no second factor.', { status: 409 });

/** Refuses: no_second_factor (409). */
export async function refuseSample(tx: Tx): Promise<void> {
  const row = await tx.row<Pick<OwnRow, 'is_demo'>>('select is_demo from own_factors()');
  if (row!.is_demo) throw noSecondFactor();
}

export const secretPlace = (accountId: string): Place => ['authenticator', 'secret', accountId];

/** The factors that an account has set up beside its phone. */
export interface SetUp {
  hasAuthenticator: boolean;
  hasPasskeys: boolean;
  /** Codes by text message are turned off. */
  isTextsOff: boolean;
}

/**
 * A secret that was sealed under another APP_SECRET cannot be read, as after a restore without it: the account then signs
 * in by text message again.
 */
export async function setUpOf(tx: Tx, deps: Deps, accountId: string): Promise<SetUp> {
  const row = await tx.row<{ secret: string | null; has_passkeys: boolean; texts_off: boolean }>(
    'select * from factors_of($1)',
    [accountId],
  );
  const secret = row?.secret && deps.secrets.texts.open(row.secret, secretPlace(accountId));
  return {
    hasAuthenticator: Boolean(secret),
    hasPasskeys: row?.has_passkeys === true,
    isTextsOff: Boolean(secret) && row!.texts_off,
  };
}

export const textsOff = () =>
  new AppError('text_messages_off', 'Codes by text message are turned off for this account.', { status: 409 });

/** What happened, in the language of whoever reads it. */
type FactorNotice = () => { subject: string; what: string };

/** Tells the mailbox of the signed-in account about a change of its factors, and notes it in the trail of its companies. */
export async function noticeOfFactor(tx: Tx, deps: Deps, notice: FactorNotice): Promise<void> {
  const { id, email } = await ownAccount(tx);
  await mailNotice(tx, deps, email, notice);
  const { subject } = inLocale(null, notice);
  const change = subject.charAt(0).toLowerCase() + subject.slice(1);
  await noteAccountChange(tx, deps, id, `changed how they confirm who they are: ${change}`);
}

export async function mailNotice(tx: Tx, deps: Deps, to: string, notice: FactorNotice): Promise<void> {
  const words = () => {
    const { subject, what } = notice();
    const text = say`${what}\n\nIf it was not you, set a new password at once at ${deps.config.publicUrl}/forgot-password: that ends every session. Then check the ways to confirm it is you, under Sign-in and security.`;
    return { subject, text };
  };
  await queueMessage(tx, deps, { channel: 'email', to, words });
}
