// Confirming with a second factor, as a person does it.
import { codeFor } from './people.ts';
import type { Person } from './people.ts';
import type { TestServer } from './testServer.ts';

/** Ages every confirmation of the person's sessions, as if five minutes had passed. */
export async function letConfirmationExpire(server: TestServer, person: Pick<Person, 'email'>): Promise<void> {
  await server.sql(
    `update session set confirmed_at = confirmed_at - interval '5 minutes 1 second'
     where account_id = (select id from account where email = $1)`,
    [person.email],
  );
}

/** Asks for a code by text message and enters it. */
export async function stepUp(server: TestServer, person: Person): Promise<void> {
  const sent = await person.post('/api/auth/step-up');
  if (sent.status !== 202) throw new Error(`No code was sent: ${sent.text}`);
  const code = await codeFor(server, person.phone);
  const verified = await person.post('/api/auth/step-up/verify', { code });
  if (verified.status !== 204) throw new Error(`The code was refused: ${verified.text}`);
}
