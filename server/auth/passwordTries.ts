// Checks an address's password and counts tries before hashing: of thirty concurrent tries, only the allowed number is hashed.
import { AppError } from '#src/domain/errors.ts';
import type { Deps } from '../deps.ts';
import { isKnownNetwork, isOwnDevice, NOBODY } from './client.ts';
import type { Client } from './client.ts';
import { noteFailedSignIn } from './failedSignIns.ts';
import type { Limit, Limits } from './limits.ts';
import { isRightPassword } from './passwords.ts';
import { accountByEmail } from './sessions.ts';
import type { Account } from './sessions.ts';

const LOCKED = 'Too many attempts. Please try again later.';
export const invalidCredentials = () =>
  new AppError('invalid_credentials', 'Invalid email or password.', { status: 400 });

/**
 * The account whose password this is. An account whose phone was never proved belongs to nobody yet and answers like a
 * wrong password, as does an address without an account. Refuses: invalid_credentials (400), too_many (429), busy
 * (503).
 */
export async function accountOfPassword(
  deps: Deps,
  limits: Limits,
  body: { email: string; password: string },
  client: Client,
): Promise<Account> {
  const email = body.email.trim().toLowerCase();
  let account: Account | undefined;
  let counted: [Limit, string][] = [];
  const right = await isRightPassword(async () => {
    account = await deps.db.system((tx) => accountByEmail(tx, email));
    counted = await countTry(deps, limits, email, account, client);
    return account?.password_hash;
  }, body.password);
  if (!right || !account || !(account.phone_verified_at || account.email_confirmed_at)) {
    noteFailedSignIn(deps, account?.id, 'password');
    throw invalidCredentials();
  }
  await Promise.all(counted.map(([limit, key]) => limits.giveBack(limit, key)));
  await limits.forget('login_account_address', `${email} ${client.network}`);
  return account;
}

async function countTry(
  deps: Deps,
  limits: Limits,
  email: string,
  account: Account | undefined,
  client: Client,
): Promise<[Limit, string][]> {
  const counts: [Limit, string][] = [];
  const count = async (limit: Limit, key: string) => {
    await limits.spend(limit, key, LOCKED).catch(async (refusal: unknown) => {
      // Refused requests do not count as tries.
      await Promise.all(counts.map((each) => limits.giveBack(...each)));
      throw refusal;
    });
    counts.push([limit, key]);
  };
  if (isOwnDevice(account, client)) {
    await count('login_device', client.device!.id);
    return counts;
  }
  await count('login_account_address', `${email} ${client.network}`);
  // Asked also without an account, so that the answer takes as long.
  const isKnown = await deps.db.system((tx) => isKnownNetwork(tx, deps.secrets, account?.id ?? NOBODY, client));
  // Known devices and networks are not stopped by others' tries from there or at this account.
  if (isKnown) return counts;
  await count('login_address', client.network);
  if (await limits.allows('login_account', email)) {
    counts.push(['login_account', email]);
    return counts;
  }
  await count('login_account_network', `${email} ${client.site}`);
  await count('login_account_most', email);
  return counts;
}
