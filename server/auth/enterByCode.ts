// Handles an entered code: counts the try first, and signs in if the code is right.
import { say } from '#src/words/say.ts';
import { deviceInWords } from '#src/domain/device.ts';
import { queueMessage } from '../data/queue/messages.ts';
import type { Deps } from '../deps.ts';
import type { Tx } from '../db/database.ts';
import { deviceCookie, laneOf, rememberNetwork } from './client.ts';
import type { Client, Lane } from './client.ts';
import { refuseCode } from './codes.ts';
import type { CodeAnswer } from './codes.ts';
import { noteFailedSignIn } from './failedSignIns.ts';
import type { Limits } from './limits.ts';
import { accountByEmail, startSession } from './sessions.ts';
import type { Account, SignedIn } from './sessions.ts';

/** Who tries a code: the account of the address, if any, and how the account knows the client. */
export interface Tryer {
  account: Account | undefined;
  lane: Lane;
}

/** One try of a code, counted for its sender first. Refuses: invalid_code (400), too_many_attempts, too_many (429). */
export async function codeStep(
  deps: Deps,
  limits: Limits,
  email: string,
  client: Client,
  work: (tx: Tx, tryer: Tryer) => Promise<CodeAnswer>,
): Promise<void> {
  const tryer = await deps.db.system((tx) => accountAndLane(tx, deps, email, client));
  const { account, lane } = tryer;
  // Known devices and networks have their own tries, which strangers cannot use up.
  const limit = ({ device: 'code_device', network: 'code_known', other: 'code_address' } as const)[lane];
  const key = { device: client.device?.id, network: `${account?.id} ${client.network}`, other: client.network }[lane]!;
  await limits.spend(limit, key, 'Too many attempts. Please try again later.');
  const answer = await deps.db.system((tx) => work(tx, tryer));
  if (answer !== 'right') noteFailedSignIn(deps, account?.id, 'code');
  if (answer === 'none') {
    throw refuseCode((await limits.allows('code_unknown', email)) ? 'wrong' : 'spent');
  }
  if (answer !== 'right') throw refuseCode(answer);
  await limits.giveBack(limit, key);
}

export async function accountAndLane(tx: Tx, deps: Deps, email: string, client: Client): Promise<Tryer> {
  const account = await accountByEmail(tx, email);
  return { account, lane: await laneOf(tx, deps.secrets, account, client) };
}

/** The result of a right code: the session, and the cookie that identifies the device later. */
export interface Entered {
  signedIn: SignedIn;
  device: string;
}

// Uses up the code and creates the session in one transaction: of twenty concurrent right answers exactly one gets in.
export async function enterByCode(
  deps: Deps,
  limits: Limits,
  email: string,
  client: Client,
  tryIt: (tx: Tx, tryer: Tryer) => Promise<{ account: Account; orgId: string | null } | CodeAnswer>,
): Promise<Entered> {
  let entered: Entered | null = null;
  await codeStep(deps, limits, email, client, async (tx, tryer) => {
    const found = await tryIt(tx, tryer);
    if (typeof found === 'string') return found;
    const { account, orgId } = found;
    const signedIn = await startSession(tx, deps, account, client, orgId);
    await rememberNetwork(tx, deps.secrets, account.id, client);
    // A sign-up is no news to who signs up.
    if (tryer.account && client.device?.accountId !== account.id) await tellOfNewDevice(tx, deps, account, client);
    entered = { signedIn, device: deviceCookie(deps.secrets, account) };
    return 'right';
  });
  return entered!;
}

/** The mail says when and from where, so that the account's owner can tell whether it was them. */
async function tellOfNewDevice(tx: Tx, deps: Deps, account: Account, client: Client): Promise<void> {
  const at = deps.now().toISOString().slice(0, 16).replace('T', ' ');
  await queueMessage(tx, deps, {
    channel: 'email',
    to: account.email,
    words: () => ({
      subject: say`A new device signed in to your Sharebook account`,
      text: say`Somebody signed in to your Sharebook account from a new device: ${deviceInWords(client.userAgent)}, network ${client.network}, on ${at} UTC.\n\nIf it was you, there is nothing to do. If not, set a new password at once at ${deps.config.publicUrl}/forgot-password: that ends every session.`,
    }),
  });
}
