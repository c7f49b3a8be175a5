// The sessions of one's own account: listed, ended one by one, and all others at once.
import { beforeAll, describe, expect, it } from 'vitest';
import { caller, signIn, signUpCompany } from '../../support/people.ts';
import type { Person } from '../../support/people.ts';
import { useTestServer } from '../../support/testServer.ts';

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
