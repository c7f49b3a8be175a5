// What was answered about a spreadsheet, remembered for the next one: by HTTP.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person, Reply } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
beforeEach(async () => {
  server.setClock('2026-03-02T10:00:00Z');
  owner = await signUpCompany(server);
});

const ledger = (...rows: string[]) => ['Certificate #,Stakeholder,Share Class,Shares,Issue Date', ...rows].join('\n');
const FIRST = ledger('CS-1,Ada Okafor,Common,100,03/04/2024');
const LATER = ledger('CS-1,Ada Okafor,Common,100,03/04/2024', 'CS-2,Eve Lund,Common,50,05/06/2025');
const paste = (text: string, by = owner): Promise<Reply> => by.post('/api/sheets', { text });
const address = ({ body }: Reply) => `/api/sheets/${String(body.id)}`;
const questions = ({ body }: Reply) => (body.questions as Row[]).map(({ code, answer }) => [code, answer]);
const dayFirst = (read: Reply) => ({ answers: { [String((read.body.questions as Row[])[0]!.id)]: 'DMY' } });

async function applied(text: string, by = owner) {
  const read = await paste(text, by);
  await by.put(address(read), dayFirst(read));
  return by.post(`${address(read)}/apply`, { accept_warnings: true });
}

describe('an answer', () => {
  it('is remembered once the file is applied, and the next file shows it answered', async () => {
    const read = await paste(FIRST);
    await owner.put(address(read), dayFirst(read));
    expect(questions(await paste(LATER))).toEqual([['date_order', null]]);
    await owner.post(`${address(read)}/apply`, { accept_warnings: true });
    const next = await paste(LATER);
    expect([next.body.status, next.body.recalled, questions(next)]).toEqual(['ready', ['t1'], [['date_order', 'DMY']]]);
    expect(next.body.changes).toEqual({ new: 1, changed: 0, same: 1, gone: 0 });
    expect((await owner.get(address(next))).body).toEqual(next.body);
    // It can be answered otherwise, and that is remembered then.
    const [{ id }] = next.body.questions as [Row];
    await owner.put(address(next), { answers: { [String(id)]: 'MDY' } });
    expect((await owner.get(address(next))).body.changes).toMatchObject({ new: 1, same: 1 });
    await owner.post(`${address(next)}/apply`, { accept_warnings: true });
    expect(questions(await paste(ledger('CS-9,Ada Okafor,Common,1,02/03/2024')))).toEqual([['date_order', 'MDY']]);
  });

  it('of the very same file comes back whole, also after its import was undone', async () => {
    const { body } = await applied(FIRST);
    const again = await paste(FIRST);
    expect([again.body.status, questions(again)]).toEqual(['ready', [['date_order', 'DMY']]]);
    const { body: twice } = await owner.post(`${address(again)}/apply`, { accept_warnings: true });
    expect(twice).toMatchObject({ transactions: 0, import_id: body.import_id, already_applied_at: expect.any(String) });
    await owner.post(`/api/ocf/imports/${String(body.import_id)}/undo`, {});
    const undone = await paste(FIRST);
    expect(questions(undone)).toEqual([['date_order', 'DMY']]);
    expect((await owner.post(`${address(undone)}/apply`, { accept_warnings: true })).body).toMatchObject({
      transactions: 1,
    });
  });

  it('of another company is nobody else’s', async () => {
    await applied(FIRST);
    const stranger = await signUpCompany(server);
    expect(questions(await paste(LATER, stranger))).toEqual([['date_order', null]]);
    expect(questions(await paste(FIRST, stranger))).toEqual([['date_order', null]]);
  });
});
