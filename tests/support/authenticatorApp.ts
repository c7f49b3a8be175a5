// An authenticator app as a person has it on their phone.
import { stepOf, totpCode } from '#server/auth/totp.ts';
import type { Person } from './people.ts';
import type { TestServer } from './testServer.ts';

export interface AuthenticatorApp {
  /** The code that the app shows now. Waits, by the server's clock, until it shows a new one. */
  nextCode(): string;
  recoveryCodes: string[];
}

let seconds = Date.parse('2026-03-14T12:00:00Z') / 1000;
/** The server's clock goes on by one step, so that the app shows another code. */
function nextStep(server: TestServer): number {
  seconds += 30;
  const at = new Date(seconds * 1000);
  server.setClock(at.toISOString());
  return stepOf(at);
}

/** Sets up an authenticator app, as the settings do. */
export async function givenAuthenticatorApp(server: TestServer, person: Person): Promise<AuthenticatorApp> {
  const begun = await person.post('/api/auth/factors/totp');
  if (begun.status !== 200) throw new Error(`The app could not be set up: ${begun.text}`);
  const nextCode = () => totpCode(String(begun.body.secret), nextStep(server));
  const confirmed = await person.post('/api/auth/factors/totp/confirm', { code: nextCode() });
  if (confirmed.status !== 200) throw new Error(`The app was not confirmed: ${confirmed.text}`);
  return { nextCode, recoveryCodes: confirmed.body.recovery_codes as string[] };
}
