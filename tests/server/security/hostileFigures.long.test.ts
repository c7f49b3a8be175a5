// Packages whose figures and names are made to hold the server up. Whatever is done with them, others must be answered.
import { beforeAll, expect, it } from 'vitest';
import { holder, issued, issuer, stockClass } from '#tests/domain/ledger/factories.ts';
import { watchOwnTime } from '#tests/support/time/computed.ts';
import { importZip, packageFiles, zipOf } from '#tests/support/packages.ts';
import { anyone, signUpCompany } from '#tests/support/people.ts';
import type { Person, Reply } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const DIGITS = '7'.repeat(200_000);
const BOOK = Array.from({ length: 40_000 }, (_, n) => ((n * 7919) % 1_000_003).toString(36)).join('');
let owner: Person;
beforeAll(async () => void (owner = await signUpCompany(server)));

/** Returns the longest computing time that a health call waited for while the work was done. */
async function measureWait(work: Promise<Reply>): Promise<{ reply: Reply; longest: number }> {
  let [longest, isDone] = [0, false];
  const done = work.finally(() => (isDone = true));
  while (!isDone) {
    const waited = watchOwnTime();
    expect((await anyone(server).get('/api/health')).status).toBe(200);
    longest = Math.max(longest, waited());
    await new Promise(setImmediate);
  }
  return { reply: await done, longest };
}

const hostile = () => {
  const faulty = Array.from({ length: 20 }, (_, n) =>
    issued(`s${n}`, 'ada', n % 2 ? DIGITS : `1.${'0'.repeat(200_000)}1`, { custom_id: `CS-${n}` }),
  );
  return [
    issuer(),
    holder('ada'),
    { ...holder('book'), name: { legal_name: BOOK } },
    { object_type: 'STOCK_LEGEND_TEMPLATE', id: 'legend', name: 'Legend', text: BOOK },
    stockClass('common', { votes_per_share: DIGITS, initial_shares_authorized: DIGITS, name: 'Common' }),
    ...faulty,
    issued('sound', 'ada', '100', { custom_id: 'CS-SOUND', stock_legend_ids: ['legend'] }),
  ];
};

it('a package with endless figures is read, applied and listed while others are answered', async () => {
  const bytes = await zipOf(packageFiles(hostile()).map((file) => ({ ...file, options: { compress: false } })));
  const checked = await measureWait(importZip(owner, bytes, 'dry_run=true'));
  const applied = await measureWait(importZip(owner, bytes, 'accept_findings=true'));
  const listed = await measureWait(owner.get('/api/transactions/'));
  expect([checked.reply.status, applied.reply.body.applied, listed.reply.rows.length]).toEqual([200, true, 21]);
  for (const { longest } of [checked, applied, listed]) expect(longest).toBeLessThan(1000);
});

it('a legend as long as a book is printed while others are answered', async () => {
  for (const url of [
    '/api/reports/stock-ledger.pdf',
    '/api/reports/holder-list.pdf',
    '/api/reports/stock-ledger.xlsx',
    '/api/certificates/sound/pdf',
  ]) {
    const { reply, longest } = await measureWait(owner.get(url));
    expect([url, reply.status]).toEqual([url, 200]);
    expect([url, longest < 1000]).toEqual([url, true]);
  }
});
