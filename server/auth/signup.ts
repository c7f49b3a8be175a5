// Sign-up: an attempt, independent of others with the same address. Once its phone is proved it becomes an account, and then an
// organisation or a request to join one.
import { say } from '#src/words/say.ts';
import { z } from 'zod';
import { AppError } from '#src/domain/errors.ts';
import { isSeen } from '#src/domain/text.ts';
import { emailAddress, oneLine, plainText } from '#src/resources/kit/validation.ts';
import type { Deps } from '../deps.ts';
import type { Tx } from '../db/database.ts';
import { queueMessage } from '../data/queue/messages.ts';
import { noteOf } from './auditedSignIns.ts';
import type { Client } from './client.ts';
import { CODE_SENT, codeFor, nobodyAt, sendCode, storedId } from './codes.ts';
import { TOO_MANY } from './limits.ts';
import type { Limits } from './limits.ts';
import { clientNameProblem, createOrganization, refuseTakenName } from './organizations.ts';
import { mailConfirmation } from './mailbox.ts';
import { hashPassword, passwordProblem } from './passwords.ts';
import { phoneProblem } from './phoneNumbers.ts';
import { sha256 } from '../data/sha256.ts';
import { accountByEmail, membershipsOf } from './sessions.ts';
import type { Account, Person } from './sessions.ts';
import { spendMessage } from './textMessages.ts';

export const required = (max: number) =>
  oneLine(max)
    .refine(isSeen, 'This is required.')
    .transform((value) => value.trim());

export const signupBody = z.strictObject({
  email: required(254).pipe(emailAddress),
  password: z.string('This is required.'),
  phone: z
    .string('This is required.')
    .regex(/^\+[1-9]\d{6,14}$/, 'Enter a phone number with its country code, such as +15551234567 or +46701234567.'),
  first_name: required(100),
  last_name: required(100),
  sms_consent: z.literal(true, 'Please agree to receive SMS messages.'),
  account_type: z.enum(['client', 'shareholder'], 'Choose an account type.'),
  client_name: oneLine(100).optional(),
  client_display_name: oneLine(200).nullish(),
  invite_token: plainText(200).optional(),
});
export type SignupBody = z.infer<typeof signupBody>;

/** Checks that zod cannot express. Out: messages by field. */
async function moreProblems(body: SignupBody, deps: Deps): Promise<Record<string, string>> {
  const errors: Record<string, string> = {};
  const token = body.invite_token;
  const invited = token && (await deps.db.system((tx) => openInvitation(tx, sha256(token))));
  const companies = invited
    ? [invited.client_name, invited.client_display_name]
    : [body.client_name, body.client_display_name];
  const weak = passwordProblem(body.password, [body.email, body.first_name, body.last_name, ...companies]);
  if (weak) errors.password = weak;
  const phone = phoneProblem(body.phone, deps.config);
  if (phone) errors.phone = phone;
  if (body.invite_token) return errors;
  const name = body.client_name?.trim() ?? '';
  if (name === '') errors.client_name = 'This is required.';
  else if (body.account_type === 'client') {
    const unlawful = clientNameProblem(name);
    if (unlawful) errors.client_name = unlawful;
  }
  if (body.account_type === 'client' && !isSeen(body.client_display_name ?? ''))
    errors.client_display_name = 'This is required.';
  return errors;
}

export interface SignupAnswer {
  needs_verification: true;
  email: string;
  message: string;
}

/**
 * Starts an attempt and sends its code. A taken address gets the same answer, and its owner a notice by mail. Out: the
 * answer, and the id for the next step. Refuses: invalid_fields (422), client_name_taken (409), too_many (429).
 */
export async function signup(
  deps: Deps,
  limits: Limits,
  body: SignupBody,
  client: Client,
): Promise<{ answer: SignupAnswer; challengeId: string }> {
  const errors = await moreProblems(body, deps);
  if (Object.keys(errors).length > 0)
    throw new AppError('invalid_fields', 'Please fill in all required fields correctly.', {
      status: 422,
      fields: errors,
    });
  await limits.spend('signup_address', client.network);
  const email = body.email.toLowerCase();
  if (body.account_type === 'client' && !body.invite_token)
    await refuseTakenName(deps, limits, body.client_name!.trim(), client);
  // A taken address is counted and hashed the same but gets no message, so that the two cannot be told apart.
  let giveBack = async () => {};
  const password_hash = await hashPassword(body.password, async () => {
    giveBack = await spendMessage(deps, limits, { phone: body.phone, isProved: false }, client);
  });
  const { challengeId, outcome } = await deps.db.system((tx) =>
    startAttempt(tx, deps, { ...body, email, password_hash }, client),
  );
  if (outcome === 'full') {
    await giveBack();
    throw new AppError('too_many', TOO_MANY, {
      status: 429,
      cause: { retryAfterSeconds: deps.config.otpTtlSeconds },
    });
  }
  // The owner of a taken address is notified at most once an hour. For a free address the notice is counted and written too,
  // but never sent.
  const isTaken = outcome === 'taken';
  if (await limits.allows('taken_notice', `${email} ${isTaken}`))
    await deps.db.system((tx) => noticeOfSignup(tx, deps, email, isTaken));
  return { answer: { needs_verification: true, email, message: CODE_SENT }, challengeId };
}

async function startAttempt(tx: Tx, deps: Deps, body: SignupBody & { password_hash: string }, client: Client) {
  const challengeId = deps.newId();
  const addressee = nobodyAt(body.email, body.phone);
  const { code, address, hash } = codeFor(deps, 'signup', addressee);
  const row = await tx.row<{ outcome: 'sent' | 'taken' | 'full' }>(
    'select start_signup($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) as outcome',
    [
      storedId(challengeId),
      address,
      body.email,
      body.phone,
      body.password_hash,
      body.first_name,
      body.last_name,
      body.account_type,
      body.client_name?.trim() ?? null,
      body.client_display_name?.trim() ?? null,
      body.invite_token ? sha256(body.invite_token) : null,
      hash,
      deps.config.otpTtlSeconds,
      client.site,
      client.userAgent,
    ],
  );
  const { outcome } = row!;
  if (outcome !== 'full') await sendCode(tx, deps, addressee, 'signup', code, outcome === 'sent');
  return { challengeId, outcome };
}

async function noticeOfSignup(tx: Tx, deps: Deps, email: string, leaves: boolean) {
  await queueMessage(tx, deps, {
    channel: 'email',
    to: email,
    words: () => ({
      subject: say`Somebody tried to sign up with your address`,
      text: say`Somebody tried to open a Sharebook account with this address, which has one already. Nothing was changed.\n\nIf it was you, sign in at ${deps.config.publicUrl}/login or set a new password at ${deps.config.publicUrl}/forgot-password.`,
    }),
    leaves,
  });
}

type Request = {
  account_type: string;
  client_name: string | null;
  client_display_name: string | null;
  invite_token_hash: Buffer | null;
  is_unclear: boolean;
};

/**
 * Creates the account of the attempt whose code was right, then its organisation, or links the invited holder, or asks
 * to join. Out: the account and its organisation, if any; null if the address has an account by now. Refuses:
 * client_name_taken, signup_elsewhere (409).
 */
export async function fulfilSignup(
  tx: Tx,
  deps: Deps,
  email: string,
  proved: { attempt: string; held: string | null },
  client: Client,
): Promise<{ account: Account; orgId: string | null } | null> {
  const request = await tx.row<Request>('select * from prove_signup($1, $2, $3, $4)', [
    proved.attempt,
    proved.held,
    client.site,
    deps.newId(),
  ]);
  if (!request) return null;
  // The code stays valid.
  if (request.is_unclear)
    throw new AppError(
      'signup_elsewhere',
      'There are several sign-ups with this address and number. Enter the code in the browser in which you signed up, or sign up again in this one.',
      { status: 409 },
    );
  const account = (await accountByEmail(tx, email))!;
  const orgId = await fulfil(tx, deps, account, request);
  // Not needed to continue, nor after an invitation to this address.
  await mailConfirmation(tx, deps, account);
  return { account, orgId };
}

async function fulfil(tx: Tx, deps: Deps, account: Person, request: Request): Promise<string | null> {
  if (request.invite_token_hash) {
    const linked = await useInvitation(tx, deps, account, request.invite_token_hash);
    if (linked || !request.client_name) return linked;
  }
  if (request.account_type === 'shareholder') return askToJoin(tx, deps, account.id, request.client_name ?? '', null);
  return createOrganization(tx, deps, account.id, {
    client_name: request.client_name!,
    client_display_name: request.client_display_name!,
  });
}

export async function askToJoin(
  tx: Tx,
  deps: Deps,
  accountId: string,
  clientName: string,
  invitedAs: string | null,
): Promise<string | null> {
  const row = await tx.row<{ org_id: string | null }>('select request_to_join($1, $2, $3, $4, $5) as org_id', [
    deps.newId(),
    deps.newId(),
    clientName.trim(),
    accountId,
    invitedAs,
  ]);
  if (row?.org_id) noteOf(tx, deps, { org_id: row.org_id, account_id: accountId }, 'join', 'asked to join the company');
  return row?.org_id ?? null;
}

/** Refuses: already_member (409). */
export async function refuseMember(tx: Tx, accountId: string, org: string): Promise<void> {
  const membership = (await membershipsOf(tx, accountId)).find((each) => each.org_id === org);
  if (membership?.status !== 'active') return;
  const sentence = `You belong to ${membership.client_display_name} already. Choose it from your companies.`;
  throw new AppError('already_member', sentence, { status: 409, fields: { client_name: sentence } });
}

type OpenInvitation = {
  org_id: string;
  client_name: string;
  client_display_name: string;
  email: string;
  /** One of the two: the holder whose records it opens, or the role that it gives. */
  shareholder_id: string | null;
  role: string | null;
  first_name: string | null;
  last_name: string | null;
};
export const openInvitation = (tx: Tx, hash: Buffer): Promise<OpenInvitation | undefined> =>
  tx.row<OpenInvitation>('select * from open_invitation($1)', [hash]);

const CLOSED: Record<string, string> = {
  used: 'This invitation was used already. It works once: sign in with the account that accepted it.',
  replaced: 'A newer invitation was sent to the same address. Open the link in the newest mail.',
  withdrawn: 'This invitation was withdrawn. Ask the company for a new one, or sign up without it.',
  expired: 'This invitation has expired. Ask the company for a new one, or sign up without it.',
};
const UNKNOWN =
  'Sharebook did not send this invitation. Open the complete link in the mail, or ask the company for a new one.';

/** Why an invitation lets nobody in, and what to do. */
export async function invitationClosed(tx: Tx, hash: Buffer, status: 404 | 409): Promise<AppError> {
  const row = await tx.row<{ why: string | null }>('select closed_invitation($1) as why', [hash]);
  const why = row!.why;
  return new AppError(
    why === null ? 'invitation_unknown' : `invitation_${why}`,
    why === null ? UNKNOWN : CLOSED[why]!,
    {
      status,
    },
  );
}

/**
 * Under the invited address: links at once and proves the address. Under another one: an invitation to a holder's record
 * becomes a request for staff to decide, and one to a role opens nothing. Out: the organisation, or null when the
 * invitation opens none.
 */
export async function useInvitation(tx: Tx, deps: Deps, account: Person, hash: Buffer): Promise<string | null> {
  const invitation = await openInvitation(tx, hash);
  if (!invitation) return null;
  const isToAnother = invitation.email.toLowerCase() !== account.email;
  if (isToAnother && invitation.role !== null) return null;
  if (isToAnother) return askToJoin(tx, deps, account.id, invitation.client_name, invitation.shareholder_id);
  const row = await tx.row<{ org_id: string | null }>('select accept_invitation($1, $2, $3) as org_id', [
    hash,
    deps.newId(),
    account.id,
  ]);
  if (row?.org_id) {
    await tx.rows('select confirm_email_by_invitation($1, $2)', [hash, account.id]);
    noteOf(tx, deps, { org_id: row.org_id, account_id: account.id }, 'join', 'accepted an invitation to the company');
  }
  return row?.org_id ?? null;
}
