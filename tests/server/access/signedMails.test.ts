// A mail from a company names the person who wrote it.
import { expect, it } from 'vitest';
import * as given from '#tests/support/given.ts';
import { messagesTo, signUp, signUpCompany } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();

it('an invitation and a rejection name the person who wrote them for the company', async () => {
  const company = await signUpCompany(server, { first_name: 'Mara', last_name: 'Lind' });
  const holder = await given.shareholder(company);
  expect((await company.post(`/api/shareholders/${String(holder.id)}/invite`, {})).status).toBeLessThan(300);
  const signed = `Mara Lind\nfor ${String(company.user.client_display_name)}`;
  expect((await messagesTo(server, String(holder.email)))[0]).toContain(signed);
  const { client_name } = company.user;
  const person = await signUp(server, { account_type: 'shareholder', client_name });
  const [request] = (await company.get('/api/join-requests/')).rows;
  await company.post(`/api/join-requests/${String(request!.id)}/reject`, {});
  expect((await messagesTo(server, person.email))[0]).toContain(signed);
});
