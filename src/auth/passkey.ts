// Passkeys in the browser: the server's JSON to what the browser takes, and back. Small enough to be the same code where the
// browser has `parseCreationOptionsFromJSON` and where it has not.
import { say } from '../words/say.ts';

type Json = Record<string, unknown>;
interface Named {
  id: string;
}

const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

const textOf = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

const withBytes = (named: unknown) => ((named ?? []) as Named[]).map((each) => ({ ...each, id: bytesOf(each.id) }));

/**
 * Where to open Sharebook for passkeys: browsers refuse IP addresses. Null where this page may use them, undefined where
 * nothing helps, as without HTTPS.
 */
export function addressForPasskeys(): string | null | undefined {
  const { protocol, hostname, port, pathname } = window.location;
  if (/^(127(\.\d+){3}|\[::1\])$/.test(hostname)) return `${protocol}//localhost${port && `:${port}`}${pathname}`;
  return 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(hostname) ? null : undefined;
}

/** Throws a NotAllowedError when the person cancels or waits too long. */
export async function makePasskey(options: Json): Promise<Json> {
  const user = options.user as Named;
  const publicKey = {
    ...options,
    challenge: bytesOf(options.challenge as string),
    user: { ...user, id: bytesOf(user.id) },
    excludeCredentials: withBytes(options.excludeCredentials),
  } as unknown as PublicKeyCredentialCreationOptions;
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  const response = made.response as AuthenticatorAttestationResponse;
  return credential(made, {
    clientDataJSON: textOf(response.clientDataJSON),
    attestationObject: textOf(response.attestationObject),
    transports: response.getTransports?.() ?? [],
  });
}

/** Throws a NotAllowedError when the person cancels or waits too long. */
export async function answerWithPasskey(options: Json): Promise<Json> {
  const publicKey = {
    ...options,
    challenge: bytesOf(options.challenge as string),
    allowCredentials: withBytes(options.allowCredentials),
  } as unknown as PublicKeyCredentialRequestOptions;
  const used = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  const response = used.response as AuthenticatorAssertionResponse;
  return credential(used, {
    clientDataJSON: textOf(response.clientDataJSON),
    authenticatorData: textOf(response.authenticatorData),
    signature: textOf(response.signature),
  });
}

const credential = ({ id, type }: PublicKeyCredential, response: Json): Json => ({
  id,
  rawId: id,
  type,
  response,
  clientExtensionResults: {},
});

/** Whether a passkey was not used because the person cancelled, or waited too long. */
export const isCancelled = (cause: unknown): boolean =>
  cause instanceof DOMException && cause.name === 'NotAllowedError';

export const CANCELLED = say`The passkey was not used. Try again, or choose another way.`;
