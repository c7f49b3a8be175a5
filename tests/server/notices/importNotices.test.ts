// An import tells its holders only if staff choose so, and then each once; undoing it tells nobody.
import { expect, it } from 'vitest';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import { company, issued } from '#tests/domain/ledger/factories.ts';
import * as given from '#tests/support/given.ts';
import { letHourPass, takeMails } from '#tests/support/jobs/noticeMails.ts';
import { importZip, packageFiles, zipOf } from '#tests/support/packages.ts';
import { confirmMailbox, signUp, signUpShareholder } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();

it('of two certificates of one holder, with and without telling', async () => {
  const owner = await signUp(server);
  await confirmMailbox(server, owner);
  const bring = async (objects: OcfObject[], query = '') => {
    const reply = await importZip(owner, await zipOf(packageFiles(objects)), query);
    expect(reply.body).toMatchObject({ applied: true });
    return String(reply.body.import_id);
  };
  await bring(company());
  const { version } = (await owner.get('/api/shareholders/ada')).body;
  const person = { type: 'individual', first_name: 'Ada', last_name: 'King', email: 'ada-imported@example.com' };
  const invited = await owner.put('/api/shareholders/ada', { ...person, version });
  expect([invited.status, invited.detail]).toEqual([200, undefined]);
  const holder = await signUpShareholder(server, owner, invited.body);
  const later = [...company(), issued('one', 'ada', '10'), issued('two', 'ada', '20'), issued('three', 'grace', '5')];
  const mails = async () => {
    await letHourPass(server);
    return (await takeMails(server)).map(({ to, subject }) => [to, subject]);
  };
  const quiet = await bring(later, 'accept_findings=true&take=ours');
  expect((await owner.post(`/api/ocf/imports/${quiet}/undo`, {})).status).toBe(200);
  expect(await mails()).toEqual([]);
  await bring(later, 'accept_findings=true&take=ours&notify_holders=true');
  expect(await mails()).toEqual([[holder.email, expect.stringMatching(/: \S+ and 1 more were recorded as yours\.$/)]]);
});

it('of a spreadsheet, without and with telling', async () => {
  const owner = await signUp(server);
  await confirmMailbox(server, owner);
  const holder = await signUpShareholder(
    server,
    owner,
    await given.shareholder(owner, { first_name: 'Ada', last_name: 'King' }),
  );
  const bring = async (number: string, body = {}) => {
    const text = `Certificate #,Stakeholder,Share Class,Shares,Issue Date,Price\n${number},Ada King,Common,5,2024-01-15,1`;
    const { body: read } = await owner.post('/api/sheets', { text });
    const applied = await owner.post(`/api/sheets/${String(read.id)}/apply`, { accept_warnings: true, ...body });
    expect([applied.status, applied.body]).toMatchObject([200, { transactions: 1 }]);
  };
  await letHourPass(server);
  await takeMails(server);
  await bring('CS-1');
  await letHourPass(server);
  expect(await takeMails(server)).toEqual([]);
  await bring('CS-2', { notify_holders: true });
  await letHourPass(server);
  expect((await takeMails(server)).map(({ to, subject }) => [to, subject])).toEqual([
    [holder.email, expect.stringContaining('CS-2')],
  ]);
});
