// npm run verify beside a server that writes: it compares data of one moment.
import { expect, it } from 'vitest';
import { verify } from '#server/maintenance/verify/verify.ts';
import * as given from '#tests/support/given.ts';
import { signUpCompany } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();

it('verify finds nothing while certificates are issued and documents are added and deleted', async () => {
  const owner = await signUpCompany(server);
  const [shareClass, holder] = [await given.shareClass(owner), await given.shareholder(owner)];
  let going = true;
  let written = 0;
  const answers = new Set<number>();
  const writer = async (issues: boolean) => {
    while (going) {
      if (issues) {
        const body = {
          shareholder_id: holder.id,
          share_class_id: shareClass.id,
          quantity: '1',
          issue_date: '2024-01-01',
        };
        answers.add((await owner.post('/api/certificates/', body)).status);
      } else {
        const document = await given.document(owner);
        answers.add((await owner.delete(`/api/documents/${String(document.id)}`)).status);
      }
      written += 1;
    }
  };
  const writers = [writer(true), writer(true), writer(false)];
  const runs: { faults: number; lines: string[] }[] = [];
  // On a busy machine, four runs are over before enough is written beside them.
  for (let run = 0; run < 4 || written <= 5; run += 1) {
    const lines: string[] = [];
    const faults = await verify({ ...server.deps.config, databaseUrl: server.ownerUrl }, (line) => lines.push(line));
    runs.push({ faults, lines: faults === 0 ? [] : lines });
  }
  going = false;
  await Promise.all(writers);
  expect([...answers].toSorted()).toEqual([201, 204]);
  expect(runs).toEqual(runs.map(() => ({ faults: 0, lines: [] })));
});
