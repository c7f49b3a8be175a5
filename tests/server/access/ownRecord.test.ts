// An owner who holds shares is linked to the own record; nobody is let in by an address that another person typed.
import { expect, it } from 'vitest';
import * as given from '#tests/support/given.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const recordOf = async (person: Person) => {
  const { memberships } = (await person.get('/api/auth/me')).body as {
    memberships: { shareholder_id: string | null }[];
  };
  return memberships[0]!.shareholder_id;
};
const typed = (by: Person, extra: object) =>
  given.shareholder(by, { type: 'individual', first_name: 'Ada', last_name: 'Marsh', ...extra });

it('an owner is linked to the record that they type in under their own address, and stays owner', async () => {
  const owner = await signUpCompany(server);
  expect(await recordOf(owner)).toBeNull();
  const record = await typed(owner, { email: owner.email.toUpperCase() });
  expect(await recordOf(owner)).toBe(record.id);
  expect((await owner.get('/api/auth/me')).body).toMatchObject({ user: { role: 'owner' } });
  await given.certificate(owner, { shareholder_id: record.id });
  expect((await owner.get('/api/portfolio')).text).toContain(String(owner.user.client_display_name));
  // A second record under the address is another one: nobody has two.
  await typed(owner, { email: owner.email });
  expect(await recordOf(owner)).toBe(record.id);
});

it('so is an owner who gives the record that address later', async () => {
  const owner = await signUpCompany(server);
  const record = await typed(owner, {});
  expect(await recordOf(owner)).toBeNull();
  const { id, version } = record;
  expect((await owner.put(`/api/shareholders/${String(id)}`, { email: owner.email, version })).status).toBe(200);
  expect(await recordOf(owner)).toBe(id);
});

it('a company under the address is not the person', async () => {
  const owner = await signUpCompany(server);
  await given.shareholder(owner, {
    type: 'entity',
    first_name: undefined,
    last_name: undefined,
    entity_name: 'Marsh Holding',
    email: owner.email,
  });
  expect(await recordOf(owner)).toBeNull();
});
