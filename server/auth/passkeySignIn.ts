// A passkey in place of the code: at the second step of a sign-in, and for a step-up.
import type { Deps } from '../deps.ts';
import type { Client } from './client.ts';
import { nobodyAt, storedId, tryCode } from './codes.ts';
import { enterByCode } from './enterByCode.ts';
import type { Entered } from './enterByCode.ts';
import type { Limits } from './limits.ts';
import { askAtSignIn, askForStepUp, passkeyOfAnswer, takeQuestion } from './passkeys.ts';
import { closed, holderOf } from './phone.ts';
import type { RelyingParty } from './relyingParty.ts';
import { countedTry } from './stepUp.ts';
import type { Confirming } from './stepUp.ts';

/** Only after the password step. Refuses: challenge_closed (400), no_passkey (409). */
export async function passkeyQuestion(deps: Deps, challengeId: string, party: RelyingParty) {
  const options = await deps.db.system(async (tx) => {
    const { id } = await holderOf(tx, challengeId, 'login');
    return askAtSignIn(tx, storedId(challengeId), id, party);
  });
  if (options === null) throw closed();
  return options;
}

/** A try counts like that of a code. Refuses: challenge_closed, invalid_code (400), too_many_attempts (429). */
export async function enterByPasskey(
  deps: Deps,
  limits: Limits,
  body: { challengeId: string; response: unknown },
  client: Client,
  party: RelyingParty,
): Promise<Entered> {
  const { email } = await deps.db.system((tx) => holderOf(tx, body.challengeId, 'login'));
  return enterByCode(deps, limits, email, client, async (tx, { account, lane }) => {
    const asked = await tx.row<{ question: string | null }>('select take_passkey_question_at_sign_in($1) as question', [
      storedId(body.challengeId),
    ]);
    const passkey = account && (await passkeyOfAnswer(tx, account.id, asked!.question, body.response, party));
    const tried = { purpose: 'login' as const, code: '', client, lane, challengeId: body.challengeId };
    const { answer } = await tryCode(tx, deps, account ?? nobodyAt(email), { ...tried, isProved: Boolean(passkey) });
    if (answer !== 'right') return answer;
    await passkey?.use();
    return { account: account!, orgId: null };
  });
}

/** Refuses: no_passkey (409). */
export const passkeyQuestionForStepUp = (deps: Deps, { account, tokenHash }: Confirming, party: RelyingParty) =>
  deps.db.asActor(tokenHash, (tx) => askForStepUp(tx, tokenHash, account.id, party));

/** Refuses: invalid_code (400), too_many (429). */
export async function confirmByPasskey(
  deps: Deps,
  limits: Limits,
  who: Confirming,
  response: unknown,
  party: RelyingParty,
): Promise<void> {
  const { account, tokenHash } = who;
  await countedTry(limits, who, () =>
    deps.db.system(async (tx) => {
      const question = await takeQuestion(tx, tokenHash, account.id, 'step_up');
      const passkey = await passkeyOfAnswer(tx, account.id, question, response, party);
      if (!passkey) return 'wrong';
      await tx.rows(`select try_step_up(decode($1, 'hex'), $2, null, true)`, [tokenHash, account.id]);
      await passkey.use();
      return 'right';
    }),
  );
}
