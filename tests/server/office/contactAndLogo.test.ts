// The contact that shareholders see, and the company's logo: who changes and sees them, and which pictures are refused.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { multipart } from '#tests/support/given.ts';
import {
  anyone,
  givenMember,
  messagesTo,
  signUp,
  signUpCompany,
  signUpShareholder,
  unique,
} from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { textOfPdf } from '#tests/support/pdfText.ts';
import { chunk, JPEG, png } from '#tests/support/inputs/pictures.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
beforeAll(async () => void (owner = await signUpCompany(server)));

const CONTACT = {
  holder_contact_name: 'Investor relations',
  holder_contact_email: 'ir@company.example',
  holder_contact_phone: '+15551234567',
};
const SHOWN = { name: 'Investor relations', email: 'ir@company.example', phone: '+15551234567' };
const membershipOf = async (person: Person, company: Person): Promise<Row> =>
  ((await person.get('/api/auth/me')).body.memberships as Row[]).find(
    ({ client_name }) => client_name === company.user.client_name,
  )!;
async function givenHolder(company: Person) {
  const record = await given.shareholder(company, { email: `contact-${unique()}@example.com` });
  return { record, person: await signUpShareholder(server, company, record) };
}

describe('the contact for shareholders', () => {
  it('is set by an administrator, and shown to holders and to who waits for approval', async () => {
    const company = await signUpCompany(server);
    const { person } = await givenHolder(company);
    const pending = await signUp(server, { account_type: 'shareholder', client_name: company.user.client_name });
    expect((await membershipOf(person, company)).holder_contact).toBeNull();
    expect((await person.get('/api/portfolio')).rows[0]!.holder_contact).toBeNull();
    const admin = await givenMember(server, company, 'admin');
    expect((await admin.put('/api/organization', CONTACT)).body).toMatchObject(CONTACT);
    for (const each of [person, pending]) expect((await membershipOf(each, company)).holder_contact).toEqual(SHOWN);
    expect((await person.get('/api/portfolio')).rows[0]!.holder_contact).toEqual(SHOWN);
    const [request] = (await company.get('/api/join-requests/')).rows;
    await company.post(`/api/join-requests/${String(request!.id)}/reject`, {});
    expect((await membershipOf(pending, company))?.holder_contact ?? null).toBeNull();
  });
  it('is named in mails to holders', async () => {
    const company = await signUpCompany(server);
    await company.put('/api/organization', { ...CONTACT, holder_contact_phone: null });
    const record = await given.shareholder(company, { email: `contact-${unique()}@example.com` });
    await company.post(`/api/shareholders/${String(record.id)}/invite`, {});
    const account = { iban: 'DE89370400440532013000' };
    await company.put(`/api/shareholders/${String(record.id)}`, { bank_account: account });
    const mails = await messagesTo(server, String(record.email));
    expect(mails).toHaveLength(2);
    for (const mail of mails) expect(mail).toContain('Questions? Contact Investor relations, ir@company.example.');
  });
  it.each([
    ['an address that is none', { holder_contact_email: 'nobody' }, 'holder_contact_email'],
    ['two addresses', { holder_contact_email: 'a@x.example, b@x.example' }, 'holder_contact_email'],
    ['a phone number as words', { holder_contact_phone: 'call us' }, 'holder_contact_phone'],
    [
      'a phone number with a zero that is not dialled',
      { holder_contact_phone: '+46 (0)70 123 45 67' },
      'holder_contact_phone',
    ],
    ['an extension', { holder_contact_phone: '+1 555 123 4567 x89' }, 'holder_contact_phone'],
    ['a name of two lines', { holder_contact_name: 'IR\nBcc: all@x.example' }, 'holder_contact_name'],
    ['a name that turns its text around', { holder_contact_name: 'IR\u202e' }, 'holder_contact_name'],
    ['a name of 201 letters', { holder_contact_name: 'x'.repeat(201) }, 'holder_contact_name'],
  ])('refuses %s at its field', async (_what, body, field) => {
    const reply = await owner.put('/api/organization', body);
    expect([reply.status, (reply.body.errors as Row[])[0]!.field]).toEqual([422, field]);
  });
  it.each(['+46 70-123 45 67', ' \u202a+46 (70) 123.45.67\u202c', '\uff0b\uff14\uff16701234567'])(
    'keeps the phone %j in the one form of phones',
    async (holder_contact_phone) => {
      const company = await signUpCompany(server);
      const reply = await company.put('/api/organization', { ...CONTACT, holder_contact_phone });
      expect([reply.status, reply.body.holder_contact_phone]).toEqual([200, '+46701234567']);
    },
  );
  it('is not changed by staff or holders', async () => {
    const staff = await givenMember(server, owner, 'staff');
    const { person } = await givenHolder(owner);
    for (const each of [staff, person]) expect((await each.put('/api/organization', CONTACT)).status).toBe(403);
  });
});

const PATH = '/api/organization/logo';
const upload = (by: Person, bytes: Buffer, name = 'logo.png') => {
  const { body, options } = multipart({ name, bytes });
  return by.put(PATH, body, options);
};

describe('the logo', () => {
  it('is uploaded by an administrator and seen by the members of the company alone', async () => {
    const company = await signUpCompany(server);
    expect((await company.get(PATH)).status).toBe(404);
    const saved = await upload(company, png());
    expect([saved.status, saved.body]).toEqual([200, { logo: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
    const { person } = await givenHolder(company);
    const viewer = await givenMember(server, company, 'viewer');
    for (const each of [company, viewer, person]) {
      const reply = await each.get(PATH);
      const [width, height] = [reply.bytes.readUInt32BE(16), reply.bytes.readUInt32BE(20)];
      expect([reply.status, reply.bytes.toString('latin1', 1, 4), width, height]).toEqual([200, 'PNG', 64, 32]);
      expect(reply.headers).toMatchObject({
        'content-type': 'image/png',
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      });
      expect((await membershipOf(each, company)).logo).toBe(saved.body.logo);
    }
    const pending = await signUp(server, { account_type: 'shareholder', client_name: company.user.client_name });
    expect([(await pending.get(PATH)).status, (await membershipOf(pending, company)).logo]).toEqual([403, null]);
    expect((await owner.get(PATH)).status).toBe(404);
    expect((await anyone(server).get(PATH)).status).toBe(401);
  });
  it('is replaced and removed, each noted, by administrators only', async () => {
    const company = await signUpCompany(server);
    await upload(company, png());
    expect((await upload(company, JPEG, 'logo.jpg')).status).toBe(200);
    const reply = await company.get(PATH);
    expect([reply.headers['content-type'], reply.bytes.subarray(0, 2).toString('hex')]).toEqual(['image/jpeg', 'ffd8']);
    const staff = await givenMember(server, company, 'staff');
    const { person } = await givenHolder(company);
    for (const each of [staff, person])
      expect([(await upload(each, png())).status, (await each.delete(PATH)).status]).toEqual([403, 403]);
    expect((await company.delete(PATH)).status).toBe(204);
    expect([(await company.get(PATH)).status, (await company.delete(PATH)).status]).toEqual([404, 404]);
    const rows = (await company.get('/api/audit/')).rows.filter(({ summary }) => String(summary).includes('logo'));
    expect(rows.map(({ summary }) => summary)).toEqual([
      'removed the company’s logo',
      'changed the company’s logo',
      'changed the company’s logo',
    ]);
  });
  it('is printed on certificates', async () => {
    const company = await signUpCompany(server);
    const certificate = await given.certificate(company);
    const print = async () => (await company.get(`/api/certificates/${String(certificate.id)}/pdf`)).bytes;
    const without = await print();
    for (const picture of [png({ width: 300, height: 100 }), JPEG]) {
      await upload(company, picture);
      const pdf = await print();
      expect(pdf.toString('latin1')).toContain('/Subtype /Image');
      expect(textOfPdf(pdf)[0]).toContain('This certifies that');
    }
    expect(without.toString('latin1')).not.toContain('/Subtype /Image');
  });
  it('keeps of a picture only what draws it', async () => {
    const company = await signUpCompany(server);
    const script = Buffer.from('Comment\0<script>alert(1)</script>');
    await upload(company, png({ extra: chunk('tEXt', script) }));
    const kept = (await company.get(PATH)).bytes;
    expect(kept.includes('script')).toBe(false);
    expect((await upload(company, kept)).status).toBe(200);
    expect((await company.get(PATH)).bytes.equals(kept)).toBe(true);
    await upload(company, JPEG);
    const plain = (await company.get(PATH)).bytes;
    const place = Buffer.from('Exif\0\0GPS 59.9 10.7');
    const exif = Buffer.concat([Buffer.from([0xff, 0xe1, 0, place.length + 2]), place]);
    expect((await upload(company, Buffer.concat([JPEG.subarray(0, 2), exif, JPEG.subarray(2)]))).status).toBe(200);
    expect((await company.get(PATH)).bytes.equals(plain)).toBe(true);
    expect(plain.length).toBeGreaterThan(200);
    // In the place of the segment that names the format.
    const page = Buffer.from('<script>alert(1)</script>');
    const first = Buffer.concat([Buffer.from([0xff, 0xe0, 0, page.length + 2]), page]);
    expect((await upload(company, Buffer.concat([JPEG.subarray(0, 2), first, JPEG.subarray(2)]))).status).toBe(200);
    expect((await company.get(PATH)).bytes.equals(plain)).toBe(true);
  });
  it('survives two uploads at the same moment', async () => {
    const company = await signUpCompany(server);
    const replies = await Promise.all(Array.from({ length: 6 }, (_, at) => upload(company, at % 2 ? png() : JPEG)));
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200));
    expect((await company.get(PATH)).status).toBe(200);
  });

  const zip = Buffer.from('504b0304140000000000', 'hex');
  it.each([
    ['an empty file', Buffer.alloc(0), 422],
    ['one byte', Buffer.from([0xff]), 415],
    ['a page', Buffer.from('<html><script>alert(1)</script></html>'), 415],
    ['a drawing with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 415],
    ['a GIF', Buffer.from('GIF89a\x01\x00\x01\x00'), 415],
    ['a PNG of 20,000 by 20,000 pixels', png({ width: 20_000, height: 20_000, pixels: Buffer.alloc(1) }), 422],
    ['a PNG of zero width', png({ width: 0, pixels: Buffer.alloc(1) }), 422],
    ['a PNG that inflates to more than its pixels', png({ pixels: Buffer.alloc(100_000_000) }), 422],
    ['a PNG with too few pixels', png({ pixels: Buffer.alloc(10) }), 422],
    ['a PNG with an archive after its end', png({ after: zip }), 422],
    ['a PNG cut off', png().subarray(0, 60), 422],
    ['a PNG whose checksum is wrong', changed(png(), 30), 422],
    ['a PNG that moves', png({ extra: chunk('acTL', Buffer.alloc(8)) }), 422],
    ['an interlaced PNG', png({ interlace: 1 }), 422],
    ['a PNG whose rows are filtered in no known way', png({ pixels: Buffer.alloc(32 * (1 + 64 * 4), 9) }), 422],
    ['a PNG with a second head of 60,000 by 60,000 pixels', png({ extra: secondHead(60_000) }), 422],
    ['a PNG of four bits for each colour', png({ depth: 4, pixels: Buffer.alloc(32 * (1 + 64 * 2)) }), 422],
    ['a high PNG', png({ width: 32, height: 64 }), 422],
    ['a very wide PNG', png({ width: 400, height: 40 }), 422],
    ['a tiny PNG', png({ width: 8, height: 8 }), 422],
    ['a JPEG with a page after its end', Buffer.concat([JPEG, Buffer.from('<script>alert(1)</script>')]), 422],
    ['a JPEG cut off', JPEG.subarray(0, JPEG.length - 4), 422],
    ['a JPEG that claims 20,000 by 20,000 pixels', sized(JPEG, 20_000), 422],
    ['a JPEG without a picture', Buffer.from([0xff, 0xd8, 0xff, 0xd9, 0, 0]), 422],
    ['201 kB', Buffer.concat([png(), Buffer.alloc(201 * 1024)]), 413],
  ])('refuses %s', async (_what, bytes, status) => {
    const reply = await upload(owner, bytes);
    expect([reply.status, String(reply.detail).length > 10]).toEqual([status, true]);
    expect((await owner.get(PATH)).status).toBe(404);
    expect(server.failures).toEqual([]);
  });
});

function secondHead(side: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([8, 6, 0, 0, 0], 8);
  return chunk('IHDR', head);
}

function changed(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = copy[at]! ^ 0xff;
  return copy;
}

/** Writes another size into the frame's head. */
function sized(bytes: Buffer, side: number): Buffer {
  const copy = Buffer.from(bytes);
  const frame = copy.indexOf(Buffer.from([0xff, 0xc0]));
  copy.writeUInt16BE(side, frame + 5);
  copy.writeUInt16BE(side, frame + 7);
  return copy;
}
