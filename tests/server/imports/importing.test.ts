import { describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { holder, issued, issuer, stockClass, stockTransfer } from '#tests/domain/ledger/factories.ts';
import * as given from '#tests/support/given.ts';
import { multipart } from '#tests/support/given.ts';
import { importZip, packageFiles, zipOf } from '#tests/support/packages.ts';
import { givenMember, signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const sound = [
  issuer(),
  holder('ada'),
  holder('grace'),
  stockClass('common'),
  issued('s1', 'ada', '1000'),
  issued('s2', 'grace', '500'),
];
const zip = (objects: Row[], manifest: Row = {}) => zipOf(packageFiles(objects, manifest));
const total = async (owner: Person) => (await owner.get('/api/cap-table/')).body.total;
const errorsOf = (body: Row) =>
  (body.findings as Row[])
    .filter(({ severity }) => severity === 'error')
    .map(({ rule, object_id }) => `${String(rule)} ${String(object_id)}`);
const rowsIn = async (owner: Person) => {
  const [row] = await server.sql(
    `select (select count(*) from ledger_tx where org_id = o.id) as entries, (select count(*) from shareholder where org_id = o.id) as holders,
            (select count(*) from import_batch where org_id = o.id) as imports, (select count(*) from ocf_object where org_id = o.id) as objects, o.legal_name
     from organization o where client_name = $1`,
    [owner.user.client_name],
  );
  return row;
};

describe('importing a package', () => {
  it('applies a correct one at once, and says what it contained', async () => {
    const owner = await signUpCompany(server);
    const reply = await importZip(owner, await zip(sound));
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      import_id: expect.any(String),
      applied: true,
      counts: { ISSUER: 1, STAKEHOLDER: 2, STOCK_CLASS: 1, TX_STOCK_ISSUANCE: 2 },
      findings: [],
    });
    expect(await total(owner)).toBe('1500');
  });
  it('writes only the import itself in a dry run, and reports the same', async () => {
    const owner = await signUpCompany(server);
    const { imports: none, ...before } = (await rowsIn(owner))!;
    // Packed once, because a zip contains the time it was made.
    const bytes = await zip(sound);
    const dry = await importZip(owner, bytes, 'dry_run=true');
    expect(dry.body).toMatchObject({ applied: false, counts: { STAKEHOLDER: 2 }, findings: [] });
    expect((await importZip(owner, bytes, 'dry_run=true')).body.import_id).toBe(dry.body.import_id);
    const { imports: one, ...after } = (await rowsIn(owner))!;
    expect([after, none, one]).toEqual([before, '0', '1']);
  });
  it('applies a package with errors as a whole or not at all: only when they are accepted', async () => {
    const owner = await signUpCompany(server);
    const faulty = await zip([...sound, issued('s3', 'nobody', '5'), issued('s4', 'ada', '-5')]);
    const refused = await importZip(owner, faulty);
    expect([refused.status, refused.body.applied]).toEqual([200, false]);
    expect(errorsOf(refused.body)).toEqual(expect.arrayContaining(['E1 i_s3', 'quantity_not_positive i_s4']));
    expect(await total(owner)).toBe('0');
    const accepted = await importZip(owner, faulty, 'accept_findings=true');
    expect(accepted.body.applied).toBe(true);
    expect(await total(owner)).toBe('1500');
  });
  it('can be repeated without a change, and says that it is applied', async () => {
    const owner = await signUpCompany(server);
    const bytes = await zip(sound);
    await importZip(owner, bytes);
    const { imports: _one, ...before } = (await rowsIn(owner))!;
    const again = await importZip(owner, bytes);
    expect(again.body).toMatchObject({ applied: true, findings: [] });
    const { imports: _two, ...after } = (await rowsIn(owner))!;
    expect(after).toEqual(before);
  });
  it('adds what is new in a later package', async () => {
    const owner = await signUpCompany(server);
    await importZip(owner, await zip(sound));
    const moved = stockTransfer('t1', {
      date: '2024-02-01',
      security_id: 's1',
      quantity: '1000',
      resulting_security_ids: ['s3'],
    });
    const reply = await importZip(
      owner,
      await zip([...sound, moved, issued('s3', 'grace', '1000', { date: '2024-02-01' })]),
    );
    expect(reply.body).toMatchObject({ applied: true, findings: [] });
    expect((await owner.get('/api/cap-table/')).body.rows).toMatchObject([{ name: 'grace', total: '1500' }]);
  });
  it('never overwrites: an entry that exists with other content is an error', async () => {
    const owner = await signUpCompany(server);
    await importZip(owner, await zip(sound));
    const changed = sound.map((each) => (each.security_id === 's1' ? { ...each, quantity: '9999' } : each));
    for (const query of ['', 'accept_findings=true']) {
      const reply = await importZip(owner, await zip(changed), query);
      expect(errorsOf(reply.body)).toHaveLength(1);
      expect(await total(owner)).toBe('1500');
    }
  });
  it('refuses a package of another issuer when one is known', async () => {
    const owner = await signUpCompany(server);
    await importZip(owner, await zip(sound));
    const reply = await importZip(owner, await zip([issuer({ id: 'somebody-else' }), holder('mary')]));
    expect([reply.body.applied, errorsOf(reply.body).length]).toEqual([false, 1]);
  });
  it('asks about a package with another company name on the first import too, once the company has a record', async () => {
    const owner = await signUpCompany(server);
    await given.shareholder(owner);
    const reply = await importZip(owner, await zip(sound));
    expect([reply.body.applied, errorsOf(reply.body)]).toEqual([false, ['other_issuer lovelace']]);
    expect(reply.text).toContain('The package is of Lovelace Engines, Inc.; this company is ');
    expect((await owner.get('/api/shareholders/')).rows).toHaveLength(1);
    const body = { legal_name: 'LOVELACE ENGINES', formation_date: '2019-01-01', country: 'US', currency: 'USD' };
    const { body: now } = await owner.get('/api/organization');
    expect((await owner.put('/api/organization', { ...now, ...body })).status).toBe(200);
    expect((await importZip(owner, await zip(sound))).body.applied).toBe(true);
  });
  it('says before applying that nothing changes when all of it exists', async () => {
    const owner = await signUpCompany(server);
    const told = async (objects: typeof sound) => {
      const { import_id } = (await importZip(owner, await zip(objects), 'dry_run=true')).body;
      return (await owner.get(`/api/ocf/imports/${String(import_id)}/tie-out`)).body.changes_nothing;
    };
    expect(await told(sound)).toBe(false);
    expect((await importZip(owner, await zip(sound))).body.applied).toBe(true);
    expect([await told(sound), await told([...sound, holder('mary')])]).toEqual([true, false]);
  });
  it('says so of the company’s own export too, when no package was ever applied', async () => {
    const owner = await signUpCompany(server);
    await given.certificate(owner);
    const { bytes } = await owner.get('/api/ocf/export');
    const { import_id } = (await importZip(owner, bytes, 'dry_run=true')).body;
    const tieOut = await owner.get(`/api/ocf/imports/${String(import_id)}/tie-out`);
    expect([tieOut.status, tieOut.body.changes_nothing]).toEqual([200, true]);
  });
  it('names the certificate and its holder in a finding, and no id of the file', async () => {
    const owner = await signUpCompany(server);
    const person = { ...holder('h-1'), name: { legal_name: 'Ada Lovelace' } };
    const objects = [issuer(), person, { ...stockClass('class-5'), name: 'Common stock', votes_per_share: '-1' }];
    const stock = issued('sec-77', 'h-1', '5', {
      custom_id: 'CS-9',
      date: '1990-01-01',
      stock_class_id: 'class-5',
    });
    const { body } = await importZip(owner, await zip([...objects, stock]), 'dry_run=true');
    const told = (body.findings as Row[]).map(({ message }) => String(message));
    expect(told).toContainEqual(expect.stringMatching(/^Stock issuance of CS-9 \(Ada Lovelace\) is dated 1990-01-01/));
    expect(told).toContainEqual(expect.stringMatching(/^Stock class Common stock: .*votes_per_share/));
    expect(told.filter((message) => /sec-77|h-1|class-5/.test(message))).toEqual([]);
  });
  it('keeps the company’s own entries beside the imported ones', async () => {
    const owner = await signUpCompany(server);
    await given.certificate(owner, { quantity: '250' });
    expect((await importZip(owner, await zip(sound), 'accept_findings=true')).body.applied).toBe(true);
    expect(await total(owner)).toBe('1750');
    const holderId = (await given.shareholder(owner)).id;
    const imported = (await owner.get('/api/share-classes/')).rows.find(({ name }) => name === 'common')!;
    expect(await given.certificate(owner, { shareholder_id: holderId, share_class_id: imported.id })).toMatchObject({
      status: 'active',
    });
    expect(
      await given.certificate(owner, { shareholder_id: 'ada', share_class_id: (await given.shareClass(owner)).id }),
    ).toMatchObject({ shareholder: 'ada' });
  });
  it('is for owner and admin only', async () => {
    const owner = await signUpCompany(server);
    for (const [role, status] of [
      ['admin', 200],
      ['staff', 403],
      ['viewer', 403],
    ] as const)
      expect([
        role,
        (await importZip(await givenMember(server, owner, role), await zip(sound), 'dry_run=true')).status,
      ]).toEqual([role, status]);
  });
  it('is one import when three send it at once', async () => {
    const owner = await signUpCompany(server);
    const bytes = await zip(sound);
    const replies = await Promise.all([importZip(owner, bytes), importZip(owner, bytes), importZip(owner, bytes)]);
    expect(replies.map((reply) => [reply.status, reply.body.applied])).toEqual(Array(3).fill([200, true]));
    expect(await total(owner)).toBe('1500');
  });
  it('needs a file, and true or false for its two options', async () => {
    const owner = await signUpCompany(server);
    const { body, options } = multipart(null, {});
    expect((await owner.post('/api/ocf/import', body, options)).status).toBe(422);
    expect((await owner.post('/api/ocf/import', {})).status).toBe(415);
    expect((await importZip(owner, Buffer.alloc(0))).status).toBe(422);
    expect((await importZip(owner, await zip(sound), 'dry_run=maybe')).status).toBe(400);
  });
});

describe('past imports', () => {
  it('are listed with their findings, and give back their bytes as they came', async () => {
    const owner = await signUpCompany(server);
    const bytes = await zip([...sound, issued('s3', 'nobody', '5')]);
    const first = await importZip(owner, bytes);
    const { rows } = await owner.get('/api/ocf/imports/');
    expect(rows).toMatchObject([
      {
        id: first.body.import_id,
        applied: false,
        errors: 1,
        file_name: 'company.ocf.zip',
        issuer_name: 'Lovelace Engines, Inc.',
        objects: 7,
      },
    ]);
    const one = await owner.get(`/api/ocf/imports/${String(first.body.import_id)}`);
    expect(one.body).toMatchObject({ findings: first.body.findings, counts: first.body.counts });
    const kept = await owner.get(`/api/ocf/imports/${String(first.body.import_id)}/package`);
    expect(kept.bytes.equals(bytes)).toBe(true);
    expect(kept.headers['content-type']).toContain('application/zip');
  });
});
