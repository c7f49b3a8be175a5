// The six sample files beside the project, which are no part of it, by HTTP: imported from their questions alone, tied out,
// applied, undone, and imported again.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { hasShared, sharedJson } from '#tests/domain/sharedMaterial.ts';
import * as given from '#tests/support/given.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const FOLDER = 'cases/imports/';
const isThere = hasShared(FOLDER);
interface Facts {
  asOf?: string;
  totals?: { outstandingShares: string; fullyDiluted: string };
}
const files = isThere ? (sharedJson(`${FOLDER}expected.json`) as { files: Record<string, Facts> }).files : {};

const server = useTestServer();
let owner: Person;
beforeEach(async () => {
  server.setClock('2026-03-02T10:00:00Z');
  owner = await signUpCompany(server);
});

/** What a person would answer without knowing more than the file: the first choice. */
const firstChoices = (body: Row) =>
  Object.fromEntries(
    (body.questions as { id: string; answer: string | null; choices: { value: string }[] }[]).flatMap(
      ({ id, answer, choices }) => (answer === null && choices[0] ? [[id, choices[0].value]] : []),
    ),
  );

async function read(name: string) {
  const bytes = readFileSync(fileURLToPath(new URL(`../../../../shared/${FOLDER}${name}`, import.meta.url)));
  const { body, options } = given.multipart({ name, bytes });
  const sheet = await owner.post('/api/sheets', body, options);
  expect(sheet.status).toBe(201);
  const path = `/api/sheets/${String(sheet.body.id)}`;
  const answers = firstChoices(sheet.body);
  const answered = Object.keys(answers).length > 0 ? (await owner.put(path, { answers })).body : sheet.body;
  return { path, answered };
}

describe.skipIf(!isThere)('a sample file', () => {
  const sound = Object.entries(files).filter(([, { totals }]) => totals);

  it.each(sound)('%s gives its cap table, is undone without a trace, and imported again', async (name, facts) => {
    const { path, answered } = await read(name);
    expect([name, answered.status]).toEqual([name, 'ready']);
    const differences = (answered.tie_out as Row[])
      .filter(({ difference }) => difference !== '0')
      .map(({ what, name: of }) => ({ what, name: of, reason: 'As the file says' }));
    const apply = () => owner.post(`${path}/apply`, { accept_warnings: true, differences });
    const day = facts.asOf ?? '2026-03-02';
    const totals = async () =>
      Promise.all(
        ['outstanding', 'fully_diluted'].map(
          async (basis) => (await owner.get(`/api/cap-table?as_of=${day}&basis=${basis}`)).body.total,
        ),
      );
    const applied = await apply();
    expect([applied.status, applied.body]).toMatchObject([200, { applied: true }]);
    expect(await totals()).toEqual([facts.totals!.outstandingShares, facts.totals!.fullyDiluted]);
    const again = await read(name);
    expect(again.answered.changes).toMatchObject({ new: 0, changed: 0, gone: 0 });
    expect((await owner.post(`/api/ocf/imports/${String(applied.body.import_id)}/undo`, {})).status).toBe(200);
    expect(await totals()).toEqual(['0', '0']);
    expect((await owner.get('/api/shareholders/')).rows).toEqual([]);
    expect((await apply()).status).toBe(200);
    expect(await totals()).toEqual([facts.totals!.outstandingShares, facts.totals!.fullyDiluted]);
  });

  it('with a fault in each row is refused whole', async () => {
    const { path, answered } = await read('06-bad-rows.csv');
    expect(answered.status).toBe('errors');
    const refused = await owner.post(`${path}/apply`, { accept_warnings: true });
    expect([refused.status, refused.code]).toEqual([409, 'errors_stand']);
    expect((await owner.get('/api/shareholders/')).rows).toEqual([]);
  });
});
