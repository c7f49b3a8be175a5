// A code as it was entered: of the authenticator app, a recovery code, or one that was sent. The first two are checked here.
import { say } from '#src/words/say.ts';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { addressOf } from './codes.ts';
import type { Addressee } from './codes.ts';
import { mailNotice, secretPlace } from './factors.ts';
import { readRecoveryCode, recoveryHash } from './recoveryCodes.ts';
import { newTotpSecret, stepOfCode } from './totp.ts';

/** The factor beside the phone whose code it is, if any. `use`: the attempt was let through, so it is used up. */
export interface ProvedFactor {
  use(): Promise<void>;
}

/** For an address without an authenticator app, so that the same is computed. */
const NO_SECRET = newTotpSecret();

/**
 * Call before the attempt is counted, in its transaction: attempts for the same address then run one at a time, so that a
 * code counts once.
 */
export async function factorOfCode(tx: Tx, deps: Deps, account: Addressee, code: string): Promise<ProvedFactor | null> {
  const row = await tx.row<{ secret: string; last_step: string; is_recovery_code: boolean }>(
    'select * from factors_to_try($1, $2, $3)',
    [account.id, addressOf(deps, account.email), recoveryHash(deps, account.id ?? '', code)],
  );
  const id = account.id ?? '';
  const secret = row ? deps.secrets.texts.open(row.secret, secretPlace(id)) : null;
  const step = stepOfCode(secret ?? NO_SECRET, code, deps.now(), Number(row?.last_step ?? 0));
  if (secret && step !== null)
    return { use: async () => void (await tx.rows('select use_authenticator_step($1, $2)', [id, step])) };
  if (row?.is_recovery_code && readRecoveryCode(code) !== null)
    return { use: () => useRecoveryCode(tx, deps, account, code) };
  return null;
}

async function useRecoveryCode(tx: Tx, deps: Deps, account: Addressee, code: string): Promise<void> {
  const row = await tx.row<{ left: number }>('select use_recovery_code($1, $2) as left', [
    account.id,
    recoveryHash(deps, account.id!, code),
  ]);
  const left = () => (row!.left === 1 ? say`One is left.` : say`${row!.left} are left.`);
  await mailNotice(tx, deps, account.email, () => ({
    subject: say`A recovery code was used`,
    what: say`A recovery code of your Sharebook account was used. ${left()}`,
  }));
}
