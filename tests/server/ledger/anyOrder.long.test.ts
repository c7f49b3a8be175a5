// Random verbs on any day, in any order, as a careless person would send them. Each is carried out or refused with a
// sentence, the ledger agrees with itself, and no entry changes a table of a day before it. HANDS=50 HANDS_SEED=7 tries
// others.
import { expect, it } from 'vitest';
import type { Row } from '#server/db/database.ts';
import * as given from '#tests/support/given.ts';
import { ledgerFaults } from '#tests/support/ledgerFaults.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { randomOf } from '#tests/support/randomNumbers.ts';
import type { Random } from '#tests/support/randomNumbers.ts';
import { addDays } from '#src/domain/dates.ts';
import { useTestServer } from '#tests/support/testServer.ts';
import { often } from '#tests/support/time/often.ts';

const server = useTestServer();
const HANDS = often('HANDS', 1, 4);
const SEED = Number(process.env.HANDS_SEED ?? 20_261_122);
const VERBS = 50;

const dayOf = (random: Random) =>
  `202${random.between(3, 5)}-${String(random.between(1, 12)).padStart(2, '0')}-${String(random.between(1, 28)).padStart(2, '0')}`;

interface Book {
  owner: Person;
  random: Random;
  common: Row;
  preferred: Row;
  plan: Row;
  holders: Row[];
}

async function opened(random: Random): Promise<Book> {
  const owner = await signUpCompany(server);
  const common = await given.shareClass(owner, { price_per_share: '1', par_value: '0.0001' });
  const preferred = await given.shareClass(owner, {
    class_type: 'PREFERRED',
    price_per_share: '2',
    conversion_ratio: '1.5',
    converts_to_share_class_id: common.id,
  });
  const plan = await given.equityPlan(owner, { share_class_ids: [common.id], reserved: '5000' });
  const holders = [await given.shareholder(owner), await given.shareholder(owner), await given.shareholder(owner)];
  return { owner, random, common, preferred, plan, holders };
}

type Step = { url: string; body: Row };
type Make = (book: Book, of: (resource: string) => Promise<Row | undefined>) => Promise<Step | null>;

const some = ({ random }: Book) => String(random.between(1, 400));
const perhaps = (book: Book) => (book.random.chance(2) ? { quantity: some(book) } : {});
const to = ({ random, holders }: Book) => random.pick(holders).id;
const reason = 'x';
const dated = ({ random }: Book) => ({ date: dayOf(random) });
const verbOf =
  (resource: string, name: string, body: (book: Book) => Row): Make =>
  async (book, of) => {
    const record = await of(resource);
    return record
      ? { url: `/api/${resource}/${String(record.id)}/${name}`, body: { ...dated(book), ...body(book) } }
      : null;
  };

const steps: Make[] = [
  async (book) => ({
    url: '/api/certificates/',
    body: {
      shareholder_id: to(book),
      share_class_id: book.random.pick([book.common, book.preferred]).id,
      quantity: '1000',
      issue_date: dayOf(book.random),
      ...(book.random.chance(3) ? { vesting: { vesting_start: dayOf(book.random), months: 24 } } : {}),
    },
  }),
  async (book) => ({
    url: '/api/grants/',
    body: {
      shareholder_id: to(book),
      equity_plan_id: book.plan.id,
      share_class_id: book.common.id,
      ...(book.random.chance(3)
        ? { compensation_type: 'RSU' }
        : { compensation_type: 'OPTION_NSO', exercise_price: '1' }),
      quantity: '600',
      ...dated(book),
      ...(book.random.chance(3) ? {} : { vesting: { vesting_start: dayOf(book.random), months: 24, cliff_months: 6 } }),
      ...(book.random.chance(4) ? { early_exercisable: true } : {}),
    },
  }),
  async (book) => ({
    url: '/api/warrants/',
    body: {
      shareholder_id: to(book),
      share_class_id: book.common.id,
      quantity: '500',
      exercise_price: '1',
      ...dated(book),
    },
  }),
  async (book) => ({
    url: '/api/convertibles/',
    body: { shareholder_id: to(book), kind: 'SAFE', amount: '1000', ...dated(book) },
  }),
  verbOf('certificates', 'transfer', (book) => ({
    to_shareholder_id: to(book),
    ...perhaps(book),
    approves_unvested: true,
  })),
  verbOf('certificates', 'cancel', (book) => ({ ...perhaps(book), reason })),
  verbOf('certificates', 'repurchase', (book) => ({ ...perhaps(book), price_per_share: '1' })),
  verbOf('certificates', 'reissue', () => ({ reason })),
  verbOf('certificates', 'convert', (book) => ({ to_share_class_id: book.common.id, ...perhaps(book) })),
  verbOf('certificates', 'retract', () => ({ reason })),
  verbOf('grants', 'exercise', (book) => ({ quantity: some(book) })),
  verbOf('grants', 'release', (book) => ({ quantity: some(book), release_price: '1' })),
  verbOf('grants', 'cancel', (book) => ({ ...perhaps(book), reason })),
  verbOf('grants', 'accelerate', (book) => ({ ...perhaps(book), reason })),
  verbOf('grants', 'reprice', () => ({ exercise_price: '2' })),
  verbOf('warrants', 'exercise', perhaps),
  verbOf('warrants', 'cancel', (book) => ({ ...perhaps(book), reason })),
  verbOf('convertibles', 'convert', (book) => ({
    share_class_id: book.preferred.id,
    quantity: some(book),
    price_per_share: '1',
  })),
  verbOf('convertibles', 'cancel', (book) => ({ ...(book.random.chance(2) ? { amount: some(book) } : {}), reason })),
  verbOf('shareholders', 'terminate', () => ({ reason })),
  verbOf('share-classes', 'authorize', () => ({ authorized_shares: '2000000', reason })),
  verbOf('share-classes', 'adjust-ratio', (book) => ({ numerator: String(book.random.between(1, 5)), reason })),
  verbOf('share-classes', 'split', (book) => ({ numerator: String(book.random.between(1, 3)), denominator: '2' })),
  verbOf('equity-plans', 'adjust', (book) => ({ reserved: String(book.random.between(1, 9) * 1000), reason })),
  async ({ owner, random }) => {
    const rows = (await owner.get('/api/transactions/')).rows.filter(({ object_type }) => object_type !== 'VOID');
    return rows.length > 0 ? { url: `/api/transactions/${String(random.pick(rows).id)}/void`, body: { reason } } : null;
  },
];

/** The fully diluted and the voting table of a day, as text to compare. */
async function tablesOn(owner: Person, day: string): Promise<string> {
  const tables = [];
  for (const basis of ['fully_diluted', 'voting']) {
    const { status, body } = await owner.get(`/api/cap-table/?as_of=${day}&basis=${basis}`);
    if (status !== 200) throw new Error(`The table of ${day} answered ${status}.`);
    const { total, rows, pool_available } = body;
    tables.push({ basis, total, rows, pool_available });
  }
  return JSON.stringify(tables);
}

async function runRandomVerbs(seed: number): Promise<{ done: number; faults: string[]; failed: string[] }> {
  const random = randomOf(seed);
  const book = await opened(random);
  const of = async (resource: string) => {
    const { rows } = await book.owner.get(`/api/${resource}/`);
    return rows.length > 0 ? random.pick(rows) : undefined;
  };
  let done = 0;
  const failed: string[] = [];
  for (let at = 0; at < VERBS; at += 1) {
    const step = await (at < 8 ? steps[at % 4]! : random.pick(steps))(book, of);
    if (!step) continue;
    const day = step.body.date ?? step.body.issue_date;
    const before = day ? await tablesOn(book.owner, addDays(String(day), -1)) : null;
    const reply = await book.owner.post(step.url, step.body);
    if (reply.status < 300) {
      done += 1;
      const isRewritten = before && before !== (await tablesOn(book.owner, addDays(String(day), -1)));
      if (isRewritten) failed.push(`${step.url} ${JSON.stringify(step.body)} changed a table of the day before`);
    }
    if (reply.status >= 500 || reply.code === 'ledger_rule')
      failed.push(`${step.url} ${JSON.stringify(step.body)}: ${reply.text}`);
  }
  return { done, faults: await ledgerFaults(server, book.owner), failed };
}

it('random verbs leave a ledger that agrees with itself', async () => {
  let all = 0;
  for (let at = 0; at < HANDS; at += 1) {
    const { done, faults, failed } = await runRandomVerbs(SEED + at);
    expect({ seed: SEED + at, faults, failed }).toEqual({ seed: SEED + at, faults: [], failed: [] });
    all += done;
  }
  expect(all).toBeGreaterThan(HANDS * 15);
}, 3_600_000);
