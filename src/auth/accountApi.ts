// The account calls of the API beyond the first screen: second factors, signing up, resetting, the mailbox, invitations.
import { getJson, postJson } from '../httpClient.ts';
import type { Session } from './session.ts';
import type { SessionUser } from './sessionUser.ts';

interface Message {
  message?: string;
}

export interface SignupPayload {
  email: string;
  password: string;
  phone: string;
  first_name: string;
  last_name: string;
  sms_consent: boolean;
  account_type: 'client' | 'shareholder';
  client_name: string;
  client_display_name: string;
  invite_token?: string;
}

export interface SignupAnswer {
  needs_verification: boolean;
  email: string;
  message?: string;
}

export interface Invitation {
  client_name: string;
  client_display_name: string;
  email: string;
  first_name: string | null;
  last_name: string | null;
  kind: 'shareholder' | 'member';
}

export const verify2fa = (challenge: { email: string; code: string; challenge_id?: string | undefined }) =>
  postJson<Session>('/api/auth/verify-2fa', challenge);

export const passkeyQuestion = (challenge_id: string) =>
  postJson<Record<string, unknown>>('/api/auth/passkey/options', { challenge_id });

export const enterByPasskey = (challenge_id: string, response: unknown) =>
  postJson<Session>('/api/auth/passkey', { challenge_id, response });

export const givePhone = (given: {
  challenge_id: string;
  phone: string;
  first_name: string;
  last_name: string;
  sms_consent: true;
}) => postJson<Message>('/api/auth/phone', given);

export const provePhone = (challenge: { challenge_id: string; code: string }) =>
  postJson<Session>('/api/auth/phone/verify', challenge);

export const signup = (payload: SignupPayload) => postJson<SignupAnswer>('/api/auth/signup', payload);

export const verifyPhone = (email: string, code: string) =>
  postJson<Session>('/api/auth/verify-phone', { email, code });

export const resendCode = (email: string, purpose: string, challenge_id?: string) =>
  postJson<Message>(
    `/api/auth/resend-code?${new URLSearchParams({ email, purpose, ...(challenge_id && { challenge_id }) }).toString()}`,
  );

export const forgotPassword = (email: string) => postJson<Message>('/api/auth/forgot-password', { email });

export const resetPassword = (reset: { email: string; code: string; new_password: string }) =>
  postJson<Message>('/api/auth/reset-password', reset);

export const resetByLink = (reset: { token: string; new_password: string }) =>
  postJson<Message>('/api/auth/reset-password/link', reset);

export const readInvitation = (token: string) =>
  getJson<Invitation>(`/api/auth/invitations/${encodeURIComponent(token)}`);

/** `message`: set if the account was not linked at once; says what happens instead. */
export const acceptInvite = (token: string) =>
  postJson<{ user: SessionUser; message?: string }>('/api/auth/accept-invite', { token }, { on401: 'throw' });

/** If the session has ended, the browser stays on this page, which has the link. */
export const confirmEmail = (token: string) => postJson<void>('/api/auth/confirm-email', { token }, { on401: 'throw' });

export const sendConfirmation = () => postJson<Message>('/api/auth/confirm-email/resend');

export const disownAccount = (token: string) =>
  postJson<{ message: string; outcome: 'deleted' | 'closed' }>('/api/auth/confirm-email/deny', { token });

const unsubscribeUrl = (path: string, token: string) => `/api/unsubscribe${path}?token=${encodeURIComponent(token)}`;

/** The mails that the link stops. */
export const readUnsubscribing = (token: string) => getJson<{ kinds: string[] }>(unsubscribeUrl('/about', token));

export const unsubscribe = (token: string) => postJson<{ kinds: string[] }>(unsubscribeUrl('', token), {});
