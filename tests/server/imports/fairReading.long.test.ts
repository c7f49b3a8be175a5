// Files of one account beside those of another company: who is answered first, and with what.
import { expect, it } from 'vitest';
import { readInProcess } from '#server/sheets/readInProcess.ts';
import * as given from '#tests/support/given.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { replaced, SHEET } from '#tests/support/sheets/hostile.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const LEDGER = 'Certificate #,Stakeholder,Share Class,Shares,Issue Date\nCS-1,Ada Okafor,Common,5,2024-01-15\n';
const send = (by: Person, path: string, bytes: string | Buffer, name = 'file.csv') => {
  const { body, options } = given.multipart({ name, bytes });
  return by.post(path, body, options);
};
/** A file that takes a while to read: much of it, and nothing that is a ledger. */
const LONG = `Certificate #,Stakeholder,Share Class,Shares,Issue Date\n${'CS-1,Ada,Common,5,2024-01-15\n'.repeat(40_000)}`;

it.each([
  ['/api/sheets', LEDGER],
  ['/api/reconciliations', 'date,amount,reference\n2024-08-01,5.00,Rent\n'],
])('at %s, twenty long files of one account are read after the short one of another company', async (path, short) => {
  const [busy, other] = [await signUpCompany(server), await signUpCompany(server)];
  let answered = 0;
  const all = Array.from({ length: 20 }, () => send(busy, path, LONG).finally(() => (answered += 1)));
  // The first refusal says that all places of the account are taken.
  const refusal = await Promise.any(all.map(async (each) => ((await each).status === 429 ? each : Promise.reject())));
  expect([refusal.code, Number(refusal.headers['retry-after']) > 0]).toEqual(['too_many', true]);
  expect((await send(other, path, short)).status).toBe(201);
  expect(answered).toBeLessThan(20);
  const statuses = new Set((await Promise.all(all)).map(({ status }) => status));
  expect([...statuses].every((status) => [201, 422, 429].includes(status))).toBe(true);
});

it('a workbook with a column that no spreadsheet has is refused by name at every door', async () => {
  const owner = await signUpCompany(server);
  const cols = '<worksheet><cols><col min="-Infinity" max="3" hidden="1"/></cols><sheetData/></worksheet>';
  const far = `<worksheet><sheetData><row><c r="${'A'.repeat(300)}1"><v>1</v></c></row></sheetData></worksheet>`;
  for (const path of ['/api/sheets', '/api/reconciliations'])
    for (const [sheet, code] of [
      [cols, 'bad_zip'],
      [far, 'too_many_columns'],
    ] as const) {
      const reply = await send(owner, path, await replaced(SHEET, sheet), 'book.xlsx');
      expect([path, reply.status, reply.code]).toEqual([path, 422, code]);
    }
});

it('a fault of the reader refuses the file, and is no failure of the request', async () => {
  // What this task needs is not there, so it ends with an error of its own.
  await expect(readInProcess('reading', Buffer.from(LEDGER), null as never)).rejects.toMatchObject({
    code: 'bad_zip',
    status: 422,
    cause: { reason: 'fault' },
  });
});
