// Every route that may write says what the trail notes of it, and nothing that people do is left to the database's own row.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { resourceCommands } from '#server/commands/core/index.ts';
import { resources } from '#src/resources/index.ts';
import * as given from '#tests/support/given.ts';
import { givenTenant } from '#tests/support/tenants.ts';
import type { Tenant } from '#tests/support/tenants.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let tenant: Tenant;
beforeAll(async () => {
  tenant = await givenTenant(server, 'AMARK');
});

/** Routes that change no record of the company that is open, with the reason. */
const WITHOUT_ROW: Record<string, string> = {
  'POST /api/distributions/preview': 'computes from terms that are not saved',
  'POST /api/payment-batches/preview': 'computes what a batch would hold',
  'POST /api/auth/confirm-email': 'concerns the account',
  'POST /api/auth/confirm-email/resend': 'concerns the account',
  'POST /api/auth/step-up': 'sends a code to the account',
  'POST /api/auth/step-up/verify': 'confirms a session of the account',
  'POST /api/auth/step-up/passkey/options': 'asks for a passkey of the account',
  'POST /api/auth/step-up/passkey': 'confirms a session of the account',
  'POST /api/auth/factors/totp': 'changes nothing until it is confirmed',
  'POST /api/auth/factors/totp/confirm': 'leaves a row in each company of the account',
  'DELETE /api/auth/factors/totp': 'leaves a row in each company of the account',
  'POST /api/auth/factors/recovery-codes': 'leaves a row in each company of the account',
  'PUT /api/auth/factors/sms': 'leaves a row in each company of the account',
  'POST /api/auth/factors/passkeys/options': 'changes nothing until a passkey answers',
  'POST /api/auth/factors/passkeys': 'leaves a row in each company of the account',
  'PUT /api/auth/factors/passkeys/:id': 'changes a name that only its owner sees',
  'DELETE /api/auth/factors/passkeys/:id': 'leaves a row in each company of the account',
  'POST /api/auth/password': 'leaves a row in each company of the account',
  'POST /api/auth/email': 'leaves a row in each company of the account',
  'POST /api/messaging/threads/:id/read': 'keeps how far the account has read',
  ...Object.fromEntries(
    resources
      .filter(({ name, writes }) => writes === 'rows' || resourceCommands[name]?.update)
      .map(({ path }) => `POST ${path}:id/editing`)
      .map((route) => [route, 'says that one edits, and counts for half a minute']),
  ),
  'POST /api/notices/:id/read': 'keeps what the account has read',
  'POST /api/notices/read': 'keeps what the account has read',
  'POST /api/views': 'is how somebody looks at a list',
  'PUT /api/views/:id': 'is how somebody looks at a list',
  'DELETE /api/views/:id': 'is how somebody looks at a list',
  'PUT /api/notices/preferences': 'leaves a row in each company of the account',
  'POST /api/scenarios/:id/run': 'writes nothing',
  'POST /api/scenarios/compare': 'writes nothing',
  'POST /api/drafts/check': 'writes nothing',
  'POST /api/auth/logout': 'leaves a row in each company of the account',
  'DELETE /api/auth/sessions': 'leaves a row in each company of the account',
  'DELETE /api/auth/sessions/:id': 'leaves a row in each company of the account',
  'POST /api/documents/:id/link': 'the download leaves a row once the link is used',
  'POST /api/messaging/files': 'the message that it is sent with leaves a row',
  'POST /api/messaging/files/:id/link': 'the download leaves a row once the link is used',
  'PUT /api/auth/me': 'leaves a row in each company of the account, if the language is another',
  'POST /api/auth/switch': 'opens another company in a session of the account',
  'POST /api/auth/join': 'leaves a row in the company that is asked',
  'POST /api/auth/accept-invite': 'leaves a row in the company that invited',
  'POST /api/organization': 'leaves a row in the company that is founded',
  'POST /api/model/round': 'computes from its body alone',
  'POST /api/model/waterfall': 'computes from its body alone',
  'POST /api/model/vesting': 'computes from its body alone',
  'POST /api/model/distribution': 'computes from its body alone',
  'POST /api/model/anti-dilution': 'computes from its body alone',
  'POST /api/model/irr': 'computes from its body alone',
  'DELETE /api/demo': 'removes the company with its trail',
};

describe('the routes', () => {
  it('that may write name their row, except those that need none', () => {
    const silent = server.app.routes.filter(
      ({ method, isPublic, audited }) => !isPublic && method !== 'GET' && !audited,
    );
    expect(silent.map(({ method, url }) => `${method} ${url}`).toSorted()).toEqual(Object.keys(WITHOUT_ROW).toSorted());
  });

  it('that hand out a file of the company name their row', () => {
    const files = server.app.routes.filter(
      ({ url }) => !url.includes('/templates/') && /\.(csv|xlsx|pdf)$|\/(pdf|export|package)$/.test(url),
    );
    expect(files.length).toBeGreaterThan(20);
    expect(files.filter(({ audited, isPublic }) => !audited && !isPublic).map(({ url }) => url)).toEqual([]);
  });
});

describe('what people do', () => {
  const trail = async (): Promise<Row[]> => (await tenant.owner.get('/api/audit/')).rows;

  it('is named by its request, in a company with records of every kind', async () => {
    const rows = await trail();
    expect(new Set(rows.map((row) => row.action)).size).toBeGreaterThan(5);
    expect(rows.filter((row) => row.action === 'change' && row.account_id !== null)).toEqual([]);
  });

  it('leaves one row for each request', async () => {
    const ids = (await trail()).map((row) => row.request_id).filter((id) => id !== null);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('leaves the lines of histories with the row of the request that wrote them', async () => {
    const loose = await server.sql(
      `select l.text from activity l left join audit a on a.org_id = l.org_id and a.id = l.audit_id where a.id is null`,
    );
    expect(loose).toEqual([]);
  });

  it('without naming a row is noted by the database', async () => {
    const [task] = tenant.records.tasks! as [Row];
    await server.sql('update task set title = $2 where id = $1', [task.id, 'Changed by hand']);
    expect((await trail())[0]).toMatchObject({ action: 'change', actor: 'Sharebook', summary: 'changed task' });
  });

  it('is in the history of a document that was downloaded, for those who read the trail', async () => {
    const document = await given.document(tenant.owner);
    await tenant.owner.get(`/api/documents/${String(document.id)}/download`);
    const texts = async (by: typeof tenant.owner) =>
      ((await by.get(`/api/documents/${String(document.id)}`)).body.history as Row[]).map(({ text }) => text);
    expect((await texts(tenant.owner))[0]).toMatch(/^downloaded /);
    expect((await texts(tenant.viewer)).join()).not.toContain('downloaded');
  });
});
