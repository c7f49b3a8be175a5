// An authenticator app: set up by the signed-in holder of the account, and removed.
import { say } from '#src/words/say.ts';
import { AppError } from '#src/domain/errors.ts';
import type { NewAuthenticator, RecoveryCodes } from '#src/contract/factors.ts';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { notFound } from '../data/refusals.ts';
import { refuseCode } from './codes.ts';
import { noticeOfFactor, secretPlace } from './factors.ts';
import { newRecoveryCodes, recoveryHash } from './recoveryCodes.ts';
import { ownAccount } from './sessions.ts';
import { newTotpSecret, otpauthUrl, stepOfCode } from './totp.ts';

/** Refuses: authenticator_exists (409). */
export async function startAuthenticator(tx: Tx, deps: Deps): Promise<NewAuthenticator> {
  const { id, email } = await ownAccount(tx);
  const secret = newTotpSecret();
  const row = await tx.row<{ done: boolean }>('select start_authenticator($1) as done', [
    deps.secrets.texts.seal(secret, secretPlace(id)),
  ]);
  if (!row!.done)
    throw new AppError('authenticator_exists', 'An authenticator app is set up already. Remove it first.', {
      status: 409,
    });
  return { secret, otpauth_url: otpauthUrl(secret, email) };
}

/** Refuses: authenticator_not_started (409), invalid_code (400). */
export async function confirmAuthenticator(tx: Tx, deps: Deps, code: string): Promise<RecoveryCodes> {
  const { id } = await ownAccount(tx);
  const row = await tx.row<{ sealed: string | null }>('select unconfirmed_authenticator() as sealed');
  const secret = row!.sealed && deps.secrets.texts.open(row!.sealed, secretPlace(id));
  if (!secret) throw notStarted();
  const step = stepOfCode(secret, code, deps.now(), 0);
  if (step === null) throw refuseCode('wrong');
  const codes = newRecoveryCodes();
  const confirmed = await tx.row<{ done: boolean }>('select confirm_authenticator($1, $2, $3) as done', [
    row!.sealed,
    step,
    codes.map((each) => recoveryHash(deps, id, each)),
  ]);
  if (!confirmed!.done) throw notStarted();
  await noticeOfFactor(tx, deps, () => ({
    subject: say`An authenticator app was added`,
    what: say`An authenticator app was added to your Sharebook account. From now on its code is asked for when you sign in.`,
  }));
  return { recovery_codes: codes };
}

const notStarted = () =>
  new AppError(
    'authenticator_not_started',
    'There is no authenticator app to confirm. Begin again, or reload the page to see whether it was confirmed already.',
    { status: 409 },
  );

/** Ten new ones; the earlier ones stop working. Refuses: needs_authenticator (409). */
export async function replaceRecoveryCodes(tx: Tx, deps: Deps): Promise<RecoveryCodes> {
  const { id } = await ownAccount(tx);
  const codes = newRecoveryCodes();
  const row = await tx.row<{ done: boolean }>('select replace_recovery_codes($1) as done', [
    codes.map((each) => recoveryHash(deps, id, each)),
  ]);
  if (!row!.done) throw needsAuthenticator('Set up an authenticator app first: recovery codes come with it.');
  await noticeOfFactor(tx, deps, () => ({
    subject: say`You have new recovery codes`,
    what: say`New recovery codes were made for your Sharebook account. The earlier ones no longer work.`,
  }));
  return { recovery_codes: codes };
}

const needsAuthenticator = (sentence: string) => new AppError('needs_authenticator', sentence, { status: 409 });

/** Refuses: not_found (404). */
export async function removeAuthenticator(tx: Tx, deps: Deps): Promise<void> {
  const row = await tx.row<{ done: boolean }>('select remove_authenticator() as done');
  if (!row!.done) throw notFound();
  await noticeOfFactor(tx, deps, () => ({
    subject: say`Your authenticator app was removed`,
    what: say`The authenticator app and the recovery codes of your Sharebook account were removed.`,
  }));
}

/** Refuses: needs_authenticator (409). */
export async function turnTexts(tx: Tx, deps: Deps, isOn: boolean): Promise<void> {
  const row = await tx.row<{ done: boolean }>('select turn_texts_off($1) as done', [!isOn]);
  if (!row!.done)
    throw needsAuthenticator(
      'Set up an authenticator app first: its recovery codes are then the way back into the account.',
    );
  await noticeOfFactor(tx, deps, () =>
    isOn
      ? {
          subject: say`Codes by text message were turned on`,
          what: say`Your Sharebook account can be confirmed with a code by text message again.`,
        }
      : {
          subject: say`Codes by text message were turned off`,
          what: say`Your Sharebook account can no longer be confirmed with a code by text message.`,
        },
  );
}
