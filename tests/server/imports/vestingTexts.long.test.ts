// Vesting in words by HTTP: what has vested of each grant on given days, after its file was read, answered and applied.
import { beforeEach, describe, expect, it } from 'vitest';
import * as given from '#tests/support/given.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person, Reply } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
beforeEach(async () => {
  server.setClock('2026-03-02T10:00:00Z');
  owner = await signUpCompany(server);
});

const HEAD =
  'Security ID,Stakeholder Name,Plan Name,Quantity Issued,Exercise Price,Issue Date,Vesting Start Date,Vesting Schedule';
const TEXTS = [
  '1/4 after 12 months, then 1/48 per month',
  '25% after 1 year, then 1/48 monthly',
  '3 years quarterly, no cliff',
  '5 years annual 20%',
  '4y/1y',
  'Four years, one-year cliff',
  'Unvested',
  'Milestone',
  'A quarter of the options vests one year after the vesting start, what is left vests in 36 equal monthly parts',
];
const rows = TEXTS.map(
  (text, index) => `ES-${index + 1},Holder ${index + 1},2020 Plan,4800,0.10,2024-01-15,2024-01-15,"${text}"`,
);
const FILE = `${[HEAD, ...rows].join('\n')}\n`;

const upload = (text: string): Promise<Reply> => {
  const { body, options } = given.multipart({ name: 'grants.csv', bytes: text });
  return owner.post('/api/sheets', body, options);
};
const one = ({ body }: Reply) => `/api/sheets/${String(body.id)}`;
const apply = (read: Reply) => owner.post(`${one(read)}/apply`, { accept_warnings: true, differences: [] });
const vestedOn = async (day: string) => {
  const found = (await owner.get(`/api/grants/?as_of=${day}`)).rows;
  return Object.fromEntries(found.map((row) => [row.grant_number, row.vested]));
};

describe('vesting in words', () => {
  const answers = {
    'vesting_meaning:unvested': 'event',
    'vesting_meaning:milestone': 'event',
    plan_class: 'Common Stock',
  };

  it('is read whole or asked, and vests by what it says', async () => {
    const read = await upload(FILE);
    const questions = read.body.questions as { id: string; code: string; rows: number[] }[];
    expect(questions).toMatchObject([
      { id: 'vesting_meaning:unvested', code: 'vesting_meaning', rows: [8], column: 'H' },
      { id: 'vesting_meaning:milestone', code: 'vesting_meaning', rows: [9], column: 'H' },
      { id: 'plan_class', code: 'plan_class' },
    ]);
    expect([read.body.status, (await apply(read)).code]).toEqual(['questions', 'questions_open']);
    expect((await owner.put(one(read), { answers })).body.status).toBe('ready');
    expect((await apply(read)).status).toBe(200);
    const after = await vestedOn('2025-01-15');
    expect(await vestedOn('2024-12-31')).toEqual({
      ...Object.fromEntries(Object.keys(after).map((number) => [number, '0'])),
      'ES-3': '1200',
    });
    expect(after).toEqual({
      'ES-1': '1200',
      'ES-2': '1200',
      'ES-3': '1600',
      'ES-4': '960',
      'ES-5': '1200',
      'ES-6': '1200',
      'ES-7': '0',
      'ES-8': '0',
      'ES-9': '1200',
    });
  });

  it('imported again, also in other words, adds nothing, and what waits for an event vests when it is entered', async () => {
    const read = await upload(FILE);
    await owner.put(one(read), { answers });
    await apply(read);
    const again = await upload(FILE.replace('4y/1y', '4 years, 1 year cliff'));
    expect([again.body.status, again.body.changes]).toEqual(['ready', { new: 0, changed: 0, same: 9, gone: 0 }]);
    const grants = (await owner.get('/api/grants/')).rows;
    const waiting = grants.find(({ grant_number }) => grant_number === 'ES-8')!;
    const { schedule } = (await owner.get(`/api/grants/${String(waiting.id)}`)).body as {
      schedule: { milestones: { id: string }[] };
    };
    const event = { date: '2025-06-01', vesting_condition_id: schedule.milestones[0]!.id };
    expect((await owner.post(`/api/grants/${String(waiting.id)}/vesting-event`, event)).status).toBe(200);
    expect((await vestedOn('2025-05-31'))['ES-8']).toBe('0');
    expect((await vestedOn('2025-06-01'))['ES-8']).toBe('4800');
  });
});

describe('a holder who left', () => {
  const LEFT = `${HEAD},Left company
ES-1,Ada Okafor,2020 Plan,4800,0.10,2024-01-15,2024-01-15,4y/1y,2025-04-20
`;

  it('keeps what had vested, and loses the rest where that is the answer', async () => {
    const read = await upload(LEFT);
    const [{ id }] = read.body.questions as [{ id: string }];
    expect([read.body.status, id]).toEqual(['questions', 'leaving:t1:I']);
    await owner.put(one(read), { answers: { [id]: 'forfeited', plan_class: 'Common Stock' } });
    expect((await apply(read)).status).toBe(200);
    expect((await owner.get('/api/grants/?as_of=2026-03-02')).rows).toMatchObject([
      { outstanding: '1500', vested: '1500', unvested: '0' },
    ]);
    expect((await owner.get('/api/grants/?as_of=2025-04-19')).rows).toMatchObject([
      { outstanding: '4800', vested: '1500' },
    ]);
  });
});
