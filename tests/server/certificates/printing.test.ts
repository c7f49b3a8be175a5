// Anybody who may see a certificate can print it, and anybody with the paper can verify it, before and after a
// transfer.
import { describe, expect, it } from 'vitest';
import * as given from '#tests/support/given.ts';
import { signUpCompany, signUpShareholder } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { overlapsOf, piecesOfPdf, textOfPdf } from '#tests/support/pdfText.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const pdf = (who: Person, id: unknown) => who.get(`/api/certificates/${String(id)}/pdf`);
const codeOf = async (id: unknown) =>
  (await server.sql<{ code: string }>('select code from certificate_code where security_id = $1', [id]))[0]!.code;
const ask = async (code: string) =>
  (await server.app.server.inject(`/api/verify/${code}`)).json() as Record<string, unknown>;

describe('printing a certificate', () => {
  it('gives a PDF whose code identifies the certificate, before and after a transfer in part', async () => {
    const owner = await signUpCompany(server);
    const holder = await given.shareholder(owner, { first_name: 'Ingrid', last_name: 'Sólberg Жуковская 山田' });
    const certificate = await given.certificate(owner, { shareholder_id: holder.id, quantity: '1000' });
    const first = await pdf(owner, certificate.id);
    expect([first.status, first.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(first.headers['content-disposition']).toBe(
      `attachment; filename="${String(certificate.certificate_number)}.pdf"`,
    );
    expect(first.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    const code = await codeOf(certificate.id);
    expect(await ask(code)).toMatchObject({ status: 'active', quantity: '1000' });
    const buyer = await given.shareholder(owner);
    const sold = await owner.post(`/api/certificates/${String(certificate.id)}/transfer`, {
      to_shareholder_id: buyer.id,
      quantity: '400',
      date: '2024-06-01',
    });
    expect(await ask(code)).toMatchObject({ status: 'transferred', quantity: '1000' });
    const [bought] = sold.body.resulting as [{ id: string }];
    expect((await pdf(owner, bought.id)).status).toBe(200);
    expect(await ask(await codeOf(bought.id))).toMatchObject({ status: 'active', quantity: '400' });
    expect((await pdf(owner, certificate.id)).status).toBe(200);
    expect(await codeOf(certificate.id)).toBe(code);
  });
  it('keeps every letter of a text that is copied, although an earlier paper drew it as a part of another letter', async () => {
    const owner = await signUpCompany(server);
    const textFor = async (last_name: string) => {
      const holder = await given.shareholder(owner, { first_name: 'Ann', last_name });
      const certificate = await given.certificate(owner, { shareholder_id: holder.id });
      return textOfPdf((await pdf(owner, certificate.id)).bytes).join(' ');
    };
    await textFor('ǼǾŹŶ');
    expect(await textFor('ÆØZY')).toContain('Ann ÆØZY');
  });
  it('names the state of incorporation', async () => {
    const owner = await signUpCompany(server);
    const { body } = await owner.get('/api/organization');
    const facts = { formation_date: '2019-01-01', country: 'US', state_of_formation: 'Delaware' };
    const saved = await owner.put('/api/organization', { ...body, ...facts });
    expect([saved.status, saved.body.state_of_formation]).toEqual([200, 'Delaware']);
    const certificate = await given.certificate(owner);
    const text = textOfPdf((await pdf(owner, certificate.id)).bytes).join(' ');
    expect(text.replace(/\s+/g, ' ')).toContain('Incorporated on 1 January 2019 in Delaware, United States');
  });
  it.each([
    ['US', 'DE', 'Delaware, United States'],
    ['US', 'US-DE', 'Delaware, United States'],
    ['CA', 'ON', 'Ontario, Canada'],
    ['US', 'Delaware', 'Delaware, United States'],
    ['US', null, 'the United States'],
    ['DE', 'DE-BY', 'DE-BY, Germany'],
    ['GB', 'DE', 'DE, United Kingdom'],
  ])('names the state that a code of %s stands for: %s', async (country, state_of_formation, named) => {
    const owner = await signUpCompany(server);
    const { body } = await owner.get('/api/organization');
    const saved = await owner.put('/api/organization', { ...body, country, state_of_formation });
    expect(saved.status).toBe(200);
    const text = textOfPdf((await pdf(owner, (await given.certificate(owner)).id)).bytes).join(' ');
    expect(text.replace(/\s+/g, ' ')).toContain(`Incorporated in ${named}`);
  });
  it('says "fully paid" where the price that was paid is recorded and covers the par value, and only there', async () => {
    const owner = await signUpCompany(server);
    const shareClass = await given.shareClass(owner, { par_value: '0.01' });
    const said = async (extra: Record<string, unknown>) => {
      const { id } = await given.certificate(owner, { share_class_id: shareClass.id, ...extra });
      const text = textOfPdf((await pdf(owner, id)).bytes)
        .join(' ')
        .replace(/\s+/g, ' ');
      return /(?:They are|It is) (.*?)transferable/.exec(text)?.[1];
    };
    expect(await said({ price_per_share: '0.50' })).toBe('fully paid and nonassessable, and ');
    expect(await said({ price_per_share: '0.01', quantity: '1' })).toBe('fully paid and nonassessable, and ');
    expect(await said({})).toBe('');
    expect(await said({ price_per_share: '0' })).toBe('');
    expect(await said({ price_per_share: '0.001' })).toBe('');
    expect(await said({ price_per_share: '0.50', issue_date: '2099-06-01' })).toBe('');
  });
  it('states for a certificate that a split replaced the par value of its last day in force', async () => {
    const owner = await signUpCompany(server);
    const shareClass = await given.shareClass(owner, { par_value: '0.0001' });
    const holder = await given.shareholder(owner);
    const portal = await signUpShareholder(server, owner, holder);
    const issue = { share_class_id: shareClass.id, quantity: '1000', shareholder_id: holder.id };
    const [kept, cancelled] = [await given.certificate(owner, issue), await given.certificate(owner, issue)];
    await owner.post(`/api/certificates/${String(cancelled.id)}/cancel`, { date: '2024-05-01', reason: 'Error' });
    const split = async (numerator: string, denominator: string, date: string) => {
      const path = `/api/share-classes/${String(shareClass.id)}/split`;
      expect((await owner.post(path, { numerator, denominator, date })).status).toBe(200);
    };
    const parOf = async (id: unknown, reader = owner) => {
      const text = textOfPdf((await pdf(reader, id)).bytes).join(' ');
      return /par value (\$[\d.]+)/.exec(text.replace(/\s+/g, ' '))?.[1];
    };
    const newest = async () =>
      (await owner.get('/api/certificates/')).rows.find(({ status }) => status === 'active')!.id;
    await split('3', '2', '2024-06-01');
    const between = await newest();
    await split('3', '1', '2024-07-01');
    expect(await parOf(kept.id)).toBe('$0.0001');
    expect(await parOf(kept.id, portal)).toBe('$0.0001');
    expect(await parOf(cancelled.id)).toBe('$0.0001');
    expect(await parOf(between)).toBe('$0.0000666667');
    expect(await parOf(await newest())).toBe('$0.0000222222');
  });
  it('writes one share in the singular', async () => {
    const owner = await signUpCompany(server);
    const one = await given.certificate(owner, { quantity: '1' });
    const text = textOfPdf((await pdf(owner, one.id)).bytes)
      .join('')
      .replaceAll(/\s+/g, ' ');
    expect(text).toContain('share of Common');
    expect(text).toContain('one (1) share');
    expect(text).toContain('It is transferable');
  });
  it('says of a certificate dated in the future that it is not yet in force', async () => {
    const owner = await signUpCompany(server);
    const { id } = await given.certificate(owner, { issue_date: '2099-06-01' });
    const text = textOfPdf((await pdf(owner, id)).bytes)
      .join('')
      .replaceAll(/\s+/g, ' ');
    expect(text).toContain('Not in force before 1 June 2099');
    expect(text).toContain('will be the registered holder');
    expect(text).not.toContain('is the registered holder');
  });
  it('never lets long names overlap anything on the page', async () => {
    const owner = await signUpCompany(server);
    const holder = await given.shareholder(owner, {
      first_name: 'Maria '.repeat(16).trim(),
      last_name: 'Wolfeschlegelstein'.repeat(5),
    });
    const all = await given.certificate(owner, { shareholder_id: holder.id, quantity: '900' });
    await owner.post(`/api/certificates/${String(all.id)}/cancel`, { date: '2024-06-01', reason: 'By agreement.' });
    expect(piecesOfPdf((await pdf(owner, all.id)).bytes).flatMap(overlapsOf)).toEqual([]);
  });
  it('is for its holder and the company only', async () => {
    const owner = await signUpCompany(server);
    const record = await given.shareholder(owner);
    const person = await signUpShareholder(server, owner, record);
    const [own, other] = [
      await given.certificate(owner, { shareholder_id: record.id }),
      await given.certificate(owner),
    ];
    expect((await pdf(person, own.id)).status).toBe(200);
    expect((await pdf(person, other.id)).status).toBe(404);
    expect((await pdf(await signUpCompany(server), own.id)).status).toBe(404);
    expect((await pdf(owner, 'nothing')).status).toBe(404);
  });
});
