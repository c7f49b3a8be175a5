// Passkeys (WebAuthn) as a second factor: set up by the signed-in holder, asked at sign-in after the password, and for a
// step-up. The library checks the cryptography; each question is stored and counts once.
import { say } from '#src/words/say.ts';
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { AppError } from '#src/domain/errors.ts';
import { notFound } from '../data/refusals.ts';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { noticeOfFactor } from './factors.ts';
import type { RelyingParty } from './relyingParty.ts';
import { ownAccount } from './sessions.ts';
import { nameInMail } from '../data/queue/messages.ts';

/** Its hundreds of files are loaded with the first passkey: the server is ready sooner. */
const library = () => import('@simplewebauthn/server');

const WAIT_MS = 300_000;
/** Ed25519, ES256 and RS256, of which every authenticator has one. */
const ALGORITHMS = [-8, -7, -257];
/** What a question of a session is for, so that the answer to one is not taken for the other. */
type Use = 'new' | 'step_up';

type Stored = {
  id: string;
  credential_id: string;
  public_key: Buffer;
  counter: string;
  transports: AuthenticatorTransport[];
};

const passkeysOf = (tx: Tx, accountId: string): Promise<Stored[]> =>
  tx.rows<Stored>('select * from passkeys_of($1)', [accountId]);

const named = (passkeys: Stored[]) => passkeys.map(({ credential_id: id, transports }) => ({ id, transports }));

async function ask(tx: Tx, tokenHash: string, use: Use, challenge: string): Promise<void> {
  await tx.rows(`select ask_passkey(decode($1, 'hex'), $2)`, [tokenHash, `${use} ${challenge}`]);
}

/** The question that was asked of this session for this use; it is used up. */
export async function takeQuestion(tx: Tx, tokenHash: string, accountId: string, use: Use): Promise<string | null> {
  const row = await tx.row<{ asked: string | null }>(`select take_passkey_question(decode($1, 'hex'), $2) as asked`, [
    tokenHash,
    accountId,
  ]);
  const [of, challenge] = (row!.asked ?? '').split(' ');
  return of === use ? challenge! : null;
}

/** What the browser needs to make a passkey. It may be kept on the device or not, and no other of the account is made twice. */
export async function startPasskey(tx: Tx, tokenHash: string, { id: rpID }: RelyingParty) {
  const { id, email, first_name, last_name } = await ownAccount(tx);
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: 'Sharebook',
    rpID,
    userID: new Uint8Array(Buffer.from(id)),
    userName: email,
    userDisplayName: `${first_name} ${last_name}`.trim() || email,
    attestationType: 'none',
    excludeCredentials: named(await passkeysOf(tx, id)),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
    supportedAlgorithmIDs: ALGORITHMS,
    timeout: WAIT_MS,
  });
  await ask(tx, tokenHash, 'new', options.challenge);
  return options;
}

const unproved = () =>
  new AppError('passkey_refused', 'The passkey could not be checked, or this took too long. Please try again.', {
    status: 400,
  });

/** Refuses: passkey_refused (400), too_many_passkeys, passkey_known (409). */
export async function addPasskey(
  tx: Tx,
  deps: Deps,
  question: string | null,
  body: { name: string; response: unknown },
  { id: rpID, origin }: RelyingParty,
): Promise<void> {
  const { verifyRegistrationResponse } = await library();
  const made = await checked(() =>
    verifyRegistrationResponse({
      response: body.response as RegistrationResponseJSON,
      expectedChallenge: question ?? '',
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  if (question === null || !made?.verified) throw unproved();
  const { id, publicKey, counter, transports } = made.registrationInfo.credential;
  const row = await tx.row<{ answer: 'added' | 'known' | 'full' }>(
    'select add_passkey($1, $2, $3, $4, $5, $6) as answer',
    [deps.newId(), id, Buffer.from(publicKey), counter, transports ?? [], body.name],
  );
  if (row!.answer === 'full')
    throw new AppError('too_many_passkeys', 'An account has at most 20 passkeys. Remove one first.', { status: 409 });
  if (row!.answer === 'known') throw new AppError('passkey_known', 'This passkey was added already.', { status: 409 });
  await noticeOfFactor(tx, deps, () => ({
    subject: say`A passkey was added`,
    what: say`The passkey “${nameInMail(body.name)}” was added to your Sharebook account. It can confirm that it is you, also when you sign in.`,
  }));
}

/** Refuses: not_found (404). */
export async function renamePasskey(tx: Tx, id: string, name: string): Promise<void> {
  const row = await tx.row<{ done: boolean }>('select rename_passkey($1, $2) as done', [id, name]);
  if (!row!.done) throw notFound();
}

/** Refuses: not_found (404). */
export async function removePasskey(tx: Tx, deps: Deps, id: string): Promise<void> {
  const row = await tx.row<{ name: string | null }>('select remove_passkey($1) as name', [id]);
  if (row!.name === null) throw notFound();
  await noticeOfFactor(tx, deps, () => ({
    subject: say`A passkey was removed`,
    what: say`The passkey “${nameInMail(row!.name)}” of your Sharebook account was removed.`,
  }));
}

/** What the browser asks one of the account's passkeys. Refuses: no_passkey (409). */
async function questionFor(tx: Tx, accountId: string, rpID: string) {
  const passkeys = await passkeysOf(tx, accountId);
  if (passkeys.length === 0) throw new AppError('no_passkey', 'This account has no passkey.', { status: 409 });
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID,
    allowCredentials: named(passkeys),
    userVerification: 'preferred',
    timeout: WAIT_MS,
  });
}

export async function askForStepUp(tx: Tx, tokenHash: string, accountId: string, { id }: RelyingParty) {
  const options = await questionFor(tx, accountId, id);
  await ask(tx, tokenHash, 'step_up', options.challenge);
  return options;
}

/** `challengeId`: the stored id. Out: null when the sign-in was used meanwhile. Refuses: no_passkey (409). */
export async function askAtSignIn(tx: Tx, challengeId: string, accountId: string, { id }: RelyingParty) {
  const options = await questionFor(tx, accountId, id);
  const row = await tx.row<{ done: boolean }>('select ask_passkey_at_sign_in($1, $2) as done', [
    challengeId,
    options.challenge,
  ]);
  return row!.done ? options : null;
}

/** A passkey of the account that answered the question. `use`: the attempt was let through. */
export async function passkeyOfAnswer(
  tx: Tx,
  accountId: string,
  question: string | null,
  response: unknown,
  { id: rpID, origin }: RelyingParty,
): Promise<{ use(): Promise<void> } | null> {
  const { id } = response as AuthenticationResponseJSON;
  const passkey = (await passkeysOf(tx, accountId)).find(({ credential_id }) => credential_id === id);
  if (!passkey || question === null) return null;
  const { verifyAuthenticationResponse } = await library();
  const answered = await checked(() =>
    verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: question,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: false,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: Number(passkey.counter),
        transports: passkey.transports,
      },
    }),
  );
  if (!answered?.verified) return null;
  const { newCounter } = answered.authenticationInfo;
  return {
    use: async () => void (await tx.rows('select count_passkey($1, $2, $3)', [accountId, passkey.id, newCounter])),
  };
}

/** The library throws at whatever is wrong with an answer. */
async function checked<T>(check: () => Promise<T>): Promise<T | null> {
  try {
    return await check();
  } catch {
    return null;
  }
}
