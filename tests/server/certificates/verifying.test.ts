// The public check of a certificate, by a person who has the paper and by one who guesses.
import { describe, expect, it } from 'vitest';
import { codeOf } from '#server/commands/certificates/code.ts';
import type { Row } from '#server/db/database.ts';
import { asMember } from '#tests/support/asMember.ts';
import * as given from '#tests/support/given.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const ask = (code: string, from = '203.0.113.9') =>
  server.app.server.inject({ method: 'GET', url: `/api/verify/${encodeURIComponent(code)}`, remoteAddress: from });
/** Returns the certificate's code, as printing creates it. */
async function printed(owner: Person, certificate: Row): Promise<string> {
  const [member] = await server.sql<{ org_id: string; account_id: string }>(
    `select m.org_id, m.account_id from membership m join organization o on o.id = m.org_id where o.client_name = $1 and m.role = 'owner'`,
    [owner.user.client_name],
  );
  const actor = { ...member!, role: 'owner', membership_status: 'active', shareholder_id: null } as const;
  return asMember(server, actor, (tx) => codeOf({ tx, actor, deps: server.deps }, String(certificate.id)));
}

describe('verifying a certificate', () => {
  it('shows company, class, quantity and status, and nothing else', async () => {
    const owner = await signUpCompany(server);
    const shareClass = await given.shareClass(owner, { name: 'Series Seed' });
    const certificate = await given.certificate(owner, { share_class_id: shareClass.id, quantity: '150000' });
    const code = await printed(owner, certificate);
    expect(await printed(owner, certificate)).toBe(code);
    const reply = await ask(code);
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      {
        code: code.replace(/(.{4})(?=.)/g, '$1-'),
        company: owner.user.client_display_name,
        share_class: 'Series Seed',
        quantity: '150000',
        status: 'active',
      },
    ]);
    expect((await ask(` ${code.toLowerCase()} `)).statusCode).toBe(200);
  });
  it('shows a transferred certificate as transferred, and a voided one as void', async () => {
    const owner = await signUpCompany(server);
    const [one, two] = [
      await given.certificate(owner, { quantity: '1000' }),
      await given.certificate(owner, { quantity: '7' }),
    ];
    const [first, second] = [await printed(owner, one), await printed(owner, two)];
    const buyer = await given.shareholder(owner);
    await owner.post(`/api/certificates/${String(one.id)}/transfer`, {
      to_shareholder_id: buyer.id,
      quantity: '400',
      date: '2024-05-01',
    });
    expect((await ask(first)).json()).toMatchObject({ status: 'transferred', quantity: '1000' });
    const issue = (await owner.get('/api/transactions/')).rows.find((row) => row.security_id === two.id)!;
    await owner.post(`/api/transactions/${String(issue.id)}/void`, { reason: 'x' });
    expect((await ask(second)).json()).toMatchObject({ status: 'void', quantity: null, share_class: null });
  });
  it('pauses a caller who guesses, and nobody else', async () => {
    const owner = await signUpCompany(server);
    const code = await printed(owner, await given.certificate(owner));
    for (let n = 0; n < 10; n += 1) expect((await ask(`AAAA-AAAA-AAA${n}`, '198.51.100.7')).statusCode).toBe(404);
    const paused = await ask(code, '198.51.100.7');
    expect([paused.statusCode, paused.json().code, Number(paused.headers['retry-after']) > 0]).toEqual([
      429,
      'too_many',
      true,
    ]);
    expect((await ask(code, '198.51.100.8')).statusCode).toBe(200);
  });
  it.each(['', 'x', '%00', '../../etc', 'ÄÖÜ', '0'.repeat(500), "' or 1=1"])('finds nothing for %j', async (code) => {
    expect([404, 400]).toContain((await ask(code, `192.0.2.${code.length % 250}`)).statusCode);
  });
});
