// The lines of histories and of the recent activity are part of the trail: written with its rows, and read by as many as may
// read what they tell of.
import { v7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '#server/data/sha256.ts';
import type { Row } from '#server/db/database.ts';
import { asMember } from '#tests/support/asMember.ts';
import * as given from '#tests/support/given.ts';
import { TODAY, w9 } from '#tests/support/inputs/taxForms.ts';
import { givenMember, signUpCompany, signUpShareholder, unique } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let staff: Person;
let viewer: Person;
let holder: Person;
let record: Row;
let org_id: string;
beforeAll(async () => {
  server.setClock(TODAY);
  owner = await signUpCompany(server);
  const [company] = await server.sql<{ id: string }>('select id from organization where client_name = $1', [
    owner.user.client_name,
  ]);
  org_id = company!.id;
  [staff, viewer] = [await givenMember(server, owner, 'staff'), await givenMember(server, owner, 'viewer')];
  record = await given.shareholder(owner, {
    first_name: 'Ruth',
    last_name: 'Aldane',
    email: `lines-${unique()}@example.com`,
  });
  holder = await signUpShareholder(server, owner, record);
  const path = `/api/shareholders/${String(record.id)}`;
  await holder.post(`${path}/tax-form`, w9());
  const { id } = (await owner.get('/api/documents/')).rows[0]!;
  await owner.delete(`/api/documents/${String(id)}`);
});

async function told(by: Person): Promise<string> {
  const [page, dashboard] = [await by.get(`/api/shareholders/${String(record.id)}`), await by.get('/api/dashboard')];
  return [...(page.body.history as Row[]), ...(dashboard.body.recent_activity as Row[])]
    .map(({ text }) => text)
    .join('\n');
}

describe('a line', () => {
  it('tells the time and the person of its row', async () => {
    const lines = await server.sql(
      `select l.at = a.at as at, l.actor = a.actor as actor, l.account_id::text is not distinct from a.account_id as account
       from activity l left join audit a on a.org_id = l.org_id and a.id = l.audit_id where l.org_id = $1`,
      [org_id],
    );
    expect(lines.length).toBeGreaterThan(4);
    for (const line of lines) expect(line).toEqual({ at: true, actor: true, account: true });
  });

  it('is added by nobody but the trail', async () => {
    const actor = { account_id: String(owner.user.id), org_id, role: 'owner', membership_status: 'active' } as const;
    const added = asMember(server, { ...actor, shareholder_id: null }, (tx) =>
      tx.write(
        `insert into activity (org_id, id, account_id, actor, text, resource, resource_id)
         select app_org(), gen_random_uuid(), app_account(), 'Somebody else', 'issued everything', 'certificates', 'x'`,
      ),
    );
    await expect(added).rejects.toThrow(/row-level security/);
  });

  it('about a tax number or a signed form is told to those who may read them', async () => {
    const about = /the tax number of Ruth Aldane|signed form W-9 of Ruth Aldane/;
    for (const reader of [owner, staff, holder]) expect(await told(reader)).toMatch(about);
    expect(await told(viewer)).toContain('added shareholder Ruth Aldane');
    expect(await told(viewer)).not.toMatch(about);
  });

  it('about records that only some may read is told to those alone', async () => {
    await owner.post('/api/members/', { email: `secret-${unique()}@example.com`, role: 'viewer' });
    expect(await told(owner)).toMatch(/invited secret-/);
    for (const reader of [staff, viewer, holder]) expect(await told(reader)).not.toMatch(/invited secret-/);
  });

  it('is written in another company by nobody who does not work there', async () => {
    const stranger = await signUpCompany(server);
    await stranger.post('/api/auth/join', { client_name: owner.user.client_name });
    const before = (await owner.get('/api/audit/')).rows[0]!.seq;
    const named = { id: v7(), org_id, at: TODAY, action: 'update', resource: 'organization', summary: 'x' };
    await server.deps.db.asActor(sha256(stranger.token).toString('hex'), (tx) =>
      tx.rows('select record_audit($1)', [JSON.stringify([named])]),
    );
    expect((await owner.get('/api/audit/')).rows[0]!.seq).toBe(before);
  });

  it('about a signed form that was deleted is told to administrators', async () => {
    expect(await told(owner)).toMatch(/deleted document W-9/);
    for (const reader of [staff, viewer, holder]) expect(await told(reader)).not.toMatch(/document W-9|uploaded W-9/);
  });
});
