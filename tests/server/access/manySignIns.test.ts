// Many people sign in at once: some are asked to try again, nobody is left waiting, and others go on reading. `npm run bench --
// sign-in` prints the times.
import { expect, it } from 'vitest';
import { anyone, ownAddress, signUp, signUpCompany, signupBody } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';
import { eventually } from '#tests/support/time/eventually.ts';

const server = useTestServer();
const signIn = (email: string, password: string) =>
  anyone(server, ownAddress()).post('/api/auth/login', { email, password });

it('two hundred end with a code, a wrong password, or a request to try again, and lists answer meanwhile', async () => {
  const owner = await signUpCompany(server);
  const known: Person[] = [];
  for (let n = 0; n < 5; n += 1) known.push(await signUp(server));
  let isDone = false;
  const reading = (async () => {
    const statuses = [];
    while (!isDone) statuses.push((await owner.get('/api/certificates/?range=[0,24]')).status);
    return statuses;
  })();
  const replies = await Promise.all(
    Array.from({ length: 200 }, (_, n) => {
      const person = n % 2 === 0 ? known[n % known.length]! : signupBody();
      return signIn(person.email, n % 4 === 0 ? person.password : 'wrong horse 7');
    }),
  );
  isDone = true;
  const statuses = new Set(replies.map(({ status }) => status));
  expect([...statuses].filter((status) => ![200, 400, 429, 503].includes(status))).toEqual([]);
  expect([...statuses]).toContain(503);
  for (const reply of replies.filter(({ status }) => status === 503))
    expect([reply.code, Number(reply.headers['retry-after']) > 0]).toEqual(['busy', true]);
  const lists = await reading;
  expect([lists.length > 0, new Set(lists)]).toEqual([true, new Set([200])]);
});

it('a wrong password asks the database as often for an address without an account as for one with it', async () => {
  const person = await signUp(server);
  await signIn(signupBody().email, 'wrong horse 7');
  const { pool } = server.deps.db;
  const asked = async (email: string) => {
    let count = 0;
    const add = () => (count += 1);
    pool.on('acquire', add);
    expect((await signIn(email, 'wrong horse 7')).status).toBe(400);
    await eventually(() => expect(pool.idleCount).toBe(pool.totalCount));
    pool.off('acquire', add);
    return count;
  };
  // One more notes the try in the company's trail, which nobody waits for.
  expect(await asked(person.email)).toBe((await asked(signupBody().email)) + 1);
});
