// npm run jobs: what waits, what fails, and what was given up.
import { expect, it } from 'vitest';
import { handlersOf } from '#server/jobs/kinds.ts';
import { doJobs, givenUndelivered } from '#tests/support/jobs/jobs.ts';
import { runCommand } from '#tests/support/operatorCommand.ts';
import { signUpCompany } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const run = () => runCommand('jobs', { DATA_DIR: server.dataDir, DATABASE_URL: server.ownerUrl });

it('says what waits, by lane and company, why it fails, and what was given up', async () => {
  expect(await run()).toMatchObject({
    code: 0,
    text: 'Nothing waits.\nNothing was given up in the last 30 days.\n',
  });
  const owner = await signUpCompany(server);
  await givenUndelivered(server, owner, { recipient: 'away@example.com' });
  await owner.post('/api/members/', { email: 'soon@example.com', role: 'viewer' });
  const away = { send: () => Promise.reject(new Error('The mail server is away.')) };
  await doJobs(server, handlersOf(server.deps, { email: away, sms: { send: async () => undefined } }, null));
  const { code, text } = await run();
  expect(code).toBe(0);
  const company = String(owner.user.client_name);
  expect(text).toMatch(new RegExp(`single +email +1 job of ${company}, since .*, next `));
  expect(text).toContain('1 has failed so far: The mail server is away.');
  expect(text).toMatch(new RegExp(`email to away@example\\.com of ${company}, written .*: 550 No such user here`));
  // Codes are listed as jobs, and never with what they say.
  expect(text).not.toMatch(/\b\d{6}\b/);
});
