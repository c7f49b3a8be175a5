// Names that people type reach others in our mails: none of them carries an address there that a mail program would make a link.
import { expect, it } from 'vitest';
import * as given from '#tests/support/given.ts';
import { textOfPdf } from '#tests/support/pdfText.ts';
import { messagesTo, signUp, signUpCompany, unique } from '#tests/support/people.ts';
import { stepUp } from '#tests/support/stepUp.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const LURE = 'You won! Claim at https://evil.example/claim or www.evil.example';
const LINK = /evil\.example|https?:\/\/evil|www\.evil/;

/** All of a mail but the links of Sharebook itself. */
async function mailsTo(address: string) {
  const mails = await messagesTo(server, address);
  expect(mails.length).toBeGreaterThan(0);
  return mails.join('\n');
}

it('an invitation to a holder and one to a member name the company and the person without their addresses', async () => {
  const company = await signUpCompany(server, {
    first_name: 'Claim at www.evil.example',
    last_name: 'https://evil.example',
    client_display_name: LURE,
  });
  const holder = await given.shareholder(company);
  expect((await company.post(`/api/shareholders/${String(holder.id)}/invite`, {})).status).toBeLessThan(300);
  await stepUp(server, company);
  const member = `member-${unique()}@example.com`;
  expect((await company.post('/api/members/', { email: member, role: 'viewer' })).status).toBe(201);
  for (const to of [String(holder.email), member]) {
    const text = await mailsTo(to);
    expect(text).toContain('Claim at https: //evil. example/claim');
    expect(text).toContain('/signup?invite=');
    expect(text).not.toMatch(LINK);
    const subjects = await server.sql<{ subject: string }>(
      `select details ->> 'subject' as subject from job where details ->> 'recipient' = $1`,
      [to],
    );
    expect(subjects.map(({ subject }) => subject).join()).not.toMatch(LINK);
  }
});

it('a request to join tells the company’s people who asks, without an address', async () => {
  const company = await signUpCompany(server);
  const { client_name } = company.user;
  await signUp(server, { account_type: 'shareholder', client_name, first_name: 'Ada', last_name: LURE.slice(0, 60) });
  const notices = (await company.get('/api/notices/')).text;
  expect(notices).toContain('Ada');
  expect(notices).not.toMatch(LINK);
});

it('an address whose domain mixes scripts is mailed with the form of computers beside it', async () => {
  const company = await signUpCompany(server);
  await stepUp(server, company);
  const lookalike = `ada${unique()}@\u0430pple.com`;
  const reply = await company.post('/api/auth/email', { email: lookalike });
  expect([reply.status, reply.body.message]).toEqual([202, expect.stringContaining('(xn--pple-43d.com)')]);
  expect((await messagesTo(server, company.email)).join()).toContain(`${lookalike} (xn--pple-43d.com)`);
});

it('a paper shows such an address so, and a file of data leaves it as it is', async () => {
  const company = await signUpCompany(server);
  const lookalike = `ada${unique()}@\u0430pple.com`;
  const shown = `${lookalike} (xn--pple-43d.com)`;
  await given.certificate(company, { shareholder_id: (await given.shareholder(company, { email: lookalike })).id });
  const list = textOfPdf((await company.get('/api/reports/holder-list.pdf')).bytes);
  expect(list.join('').replaceAll(/\s/g, '')).toContain(shown.replace(' ', ''));
  const data = (await company.get('/api/reports/holder-list.csv')).text;
  expect(data).toContain(lookalike);
  expect(data).not.toContain('xn--');
});
