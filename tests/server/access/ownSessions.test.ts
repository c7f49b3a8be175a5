// The sessions of one's own account: listed, ended one by one, and all others at once.
import { beforeAll, describe, expect, it } from 'vitest';
import { anyone, caller, codeFor, messagesTo, ownAddress, signIn, signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const PATH = '/api/auth/sessions';
let owner: Person;
beforeAll(async () => void (owner = await signUpCompany(server)));
const again = async () => {
  const token = await signIn(server, owner);
  return caller(server, () => token);
};

describe('own sessions', () => {
  it('are listed with the current one first, its network and its program, and no token', async () => {
    const other = await again();
    const reply = await owner.get(PATH);
    expect(reply.rows).toEqual([
      expect.objectContaining({ current: true, address: expect.any(String), created_at: expect.any(String) }),
      expect.objectContaining({ current: false }),
    ]);
    expect(Object.keys(reply.rows[0]!).toSorted()).toEqual(
      ['address', 'created_at', 'current', 'id', 'last_seen_at', 'user_agent'].toSorted(),
    );
    expect((await other.get(PATH)).rows[0]).toMatchObject({ current: true, id: reply.rows[1]!.id });
  });
  it('are ended one by one: the next call of that session is 401', async () => {
    const other = await again();
    const [own] = (await other.get(PATH)).rows;
    expect((await owner.delete(`${PATH}/${String(own!.id)}`)).status).toBe(204);
    expect((await other.get('/api/auth/me')).status).toBe(401);
    expect((await owner.delete(`${PATH}/${String(own!.id)}`)).status).toBe(404);
    expect((await owner.delete(`${PATH}/nonsense`)).status).toBe(404);
  });
  it('are all ended except the current one', async () => {
    const [one, two] = [await again(), await again()];
    expect((await owner.delete(PATH)).status).toBe(204);
    for (const person of [one, two]) expect((await person.get('/api/auth/me')).status).toBe(401);
    expect((await owner.get(PATH)).rows).toHaveLength(1);
  });
  it('of another account are neither listed nor ended', async () => {
    const other = await signUpCompany(server);
    const [foreign] = (await other.get(PATH)).rows;
    expect((await owner.get(PATH)).rows.map(({ id }) => id)).not.toContain(foreign!.id);
    expect((await owner.delete(`${PATH}/${String(foreign!.id)}`)).status).toBe(404);
    expect((await other.get('/api/auth/me')).status).toBe(200);
  });
});

describe('a sign-in', () => {
  const NEWS = 'from a new device';
  const mailsTo = async (email: string) => (await messagesTo(server, email)).filter((text) => text.includes(NEWS));
  it('on a new device is told by mail, and on the same device it is not', async () => {
    const person = await signUpCompany(server);
    expect(await mailsTo(person.email)).toEqual([]);
    const open = anyone(server, ownAddress());
    const enter = async (headers: Record<string, string>) => {
      const asked = await open.post('/api/auth/login', { email: person.email, password: person.password }, { headers });
      const code = await codeFor(server, person.phone);
      const body = { email: person.email, code, challenge_id: asked.body.challenge_id };
      return open.post('/api/auth/verify-2fa', body, { headers });
    };
    const firefox = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/132.0' };
    const first = await enter(firefox);
    expect(await mailsTo(person.email)).toEqual([expect.stringContaining('Firefox on Windows')]);
    const cookie = String(first.headers['set-cookie']).split(';')[0]!;
    expect((await enter({ ...firefox, cookie })).status).toBe(200);
    expect(await mailsTo(person.email)).toHaveLength(1);
  });
});
