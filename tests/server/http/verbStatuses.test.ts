// A verb is refused in a status that its declaration does not name, even if its command would accept it.
import { expect, it } from 'vitest';
import type { Verb } from '#src/resources/kit/verb.ts';
import { verbNamed } from '#src/resources/verbs/index.ts';
import * as given from '#tests/support/given.ts';
import { signUpCompany } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();

it('a verb in another status gets 409 with both statuses, and writes nothing', async () => {
  const owner = await signUpCompany(server);
  const shareClass = await given.shareClass(owner);
  await given.certificate(owner, { share_class_id: shareClass.id });
  const { id } = await given.distribution(owner, { share_class_ids: [shareClass.id] });
  const url = `/api/distributions/${String(id)}`;
  const verb = verbNamed('distributions.cancel') as Verb & { from: readonly string[] };
  const declared = verb.from;
  try {
    verb.from = ['approved'];
    const refused = await owner.post(`${url}/cancel`, {});
    expect([refused.status, refused.code]).toEqual([409, 'wrong_status']);
    expect(refused.detail).toMatch(/^This distribution is pending\. “.*” is possible only while it is approved\.$/);
    expect((await owner.get(url)).body.status).toBe('pending');
  } finally {
    verb.from = declared;
  }
  expect((await owner.post(`${url}/cancel`, {})).status).toBe(200);
});
