// An import recorded a holding for the wrong holder. What they said of it stays theirs, and the right holder starts
// anew.
import { expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { company, issued } from '#tests/domain/ledger/factories.ts';
import { importZip, packageFiles, zipOf } from '#tests/support/packages.ts';
import { signUpCompany, signUpShareholder, unique } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();

it('after a corrected import the right holder agrees and disputes, and reads nothing the wrong one wrote', async () => {
  const owner = await signUpCompany(server);
  const objects = company().map((object) => {
    if (object.object_type !== 'STAKEHOLDER') return object;
    const email_address = `${String(object.id)}-${unique()}@example.com`;
    return { ...object, contact_info: { emails: [{ email_type: 'BUSINESS', email_address }] } };
  });
  const bring = async (holder: string) =>
    importZip(owner, await zipOf(packageFiles([...objects, issued('s1', holder, '100')])), 'accept_findings=true');
  const first = await bring('ada');
  expect([first.status, first.text]).toEqual([200, first.text]);
  const holders = (await owner.get('/api/shareholders/')).rows;
  const signUpOf = (id: string) =>
    signUpShareholder(
      server,
      owner,
      holders.find((each) => each.id === id)!,
    );
  const [wrong, right] = [await signUpOf('ada'), await signUpOf('grace')];
  const url = '/api/certificates/s1';
  expect((await wrong.post(`${url}/dispute`, { reason: 'These are not mine.' })).status).toBe(200);
  const thread = String(((await owner.get(url)).body.acknowledgement as Row).thread_id);

  expect((await owner.post(`/api/ocf/imports/${String(first.body.import_id)}/undo`, {})).status).toBe(200);
  const second = await bring('grace');
  expect([second.body.applied, second.text]).toEqual([true, second.text]);
  const nothing = { acknowledgement: null, acknowledgements: [] };
  expect((await right.get(url)).body).toMatchObject(nothing);
  expect((await owner.get(url)).body).toMatchObject(nothing);
  expect((await right.post(`${url}/agree`, {})).body.acknowledgement).toMatchObject({ state: 'agreed' });
  expect((await right.post(`${url}/dispute`, { reason: 'It should be 120.' })).status).toBe(200);
  const waiting = async () =>
    ((await owner.get('/api/dashboard')).body.decisions as { kind: string; rows: Row[] }[])
      .find(({ kind }) => kind === 'dispute')!
      .rows.map(({ resource, reason }) => [resource, reason]);
  expect(await waiting()).toEqual([
    [null, 'These are not mine.'],
    ['certificates', 'It should be 120.'],
  ]);
  expect((await owner.post(`/api/messaging/threads/${thread}/close`, {})).status).toBe(200);
  expect(await waiting()).toEqual([['certificates', 'It should be 120.']]);
  expect((await wrong.get(url)).status).toBe(404);
});
