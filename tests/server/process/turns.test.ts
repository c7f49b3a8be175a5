// Who is taken next, and who is refused: by the order of asking alone, never by time.
import { expect, it } from 'vitest';
import { onBehalfOf } from '#server/running/asker.ts';
import { Turns } from '#server/process/turns.ts';

/** Work that ends when the test says so. */
function bench(limits = { atOnce: 2, waiting: 16, ofAccount: 8 }) {
  const turns = new Turns(limits, 'Too many files are being read right now. Please try again.');
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const refused: string[] = [];
  const ask = (name: string, company: string | null, account = `person of ${company}`) =>
    onBehalfOf({ org_id: company, account_id: account }, () =>
      turns
        .take(() => {
          begun.push(name);
          return new Promise<void>((resolve) => ends.set(name, resolve));
        })
        .catch((error: { code: string; status: number }) => void refused.push(`${name} ${error.status} ${error.code}`)),
    );
  const end = async (name: string) => {
    ends.get(name)!();
    await new Promise(setImmediate);
  };
  return { turns, begun, refused, ask, end };
}
const settled = () => new Promise(setImmediate);

it('twenty files of one account leave a place for another company at once', async () => {
  const { begun, refused, ask } = bench();
  for (let n = 1; n <= 20; n += 1) void ask(`a${n}`, 'A');
  await settled();
  // One runs, seven wait, and the account is told to wait for them.
  expect([begun, refused.length, new Set(refused.map((each) => each.replace(/^\w+ /, '')))]).toEqual([
    ['a1'],
    12,
    new Set(['429 too_many']),
  ]);
  void ask('b1', 'B');
  await settled();
  expect(begun).toEqual(['a1', 'b1']);
});

it('companies that wait are taken one after the other, however much each has asked for', async () => {
  const { begun, ask, end } = bench();
  for (const name of ['a1', 'a2', 'a3', 'a4']) void ask(name, 'A');
  for (const name of ['b1', 'b2', 'b3']) void ask(name, 'B');
  for (const name of ['c1', 'c2']) void ask(name, 'C');
  for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'b3']) {
    await settled();
    await end(name);
  }
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'b3', 'a4']);
});

it('an account has no more places in two companies than in one', async () => {
  const { begun, ask } = bench();
  void ask('a1', 'A', 'ada');
  void ask('b1', 'B', 'ada');
  void ask('c1', 'C', 'grace');
  await settled();
  expect(begun).toEqual(['a1', 'c1']);
});

it('where all wait, the company with most gives its last place to one with less, and is told so', async () => {
  const { begun, refused, ask, end } = bench({ atOnce: 2, waiting: 4, ofAccount: 8 });
  void ask('x1', 'X');
  void ask('y1', 'Y');
  for (const name of ['a1', 'a2', 'a3', 'a4']) void ask(name, 'A');
  void ask('b1', 'B');
  await settled();
  expect(refused).toEqual(['a4 503 busy']);
  await end('x1');
  await end('y1');
  expect(begun).toEqual(['x1', 'y1', 'a1', 'b1']);
  // Nobody waits with more than one more than the newcomer would have.
  for (const name of ['d1', 'e1', 'f1']) void ask(name, name);
  await settled();
  expect(refused).toEqual(['a4 503 busy', 'a3 503 busy']);
});

it('a failure gives its place on, and what Sharebook does by itself may have all places', async () => {
  const { turns, begun, ask } = bench();
  const failing = [1, 2].map(() => turns.take(() => Promise.reject(new Error('no'))));
  await Promise.allSettled(failing);
  void ask('a1', 'A');
  await settled();
  expect(begun).toEqual(['a1']);
  const [one, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const empty = bench();
  const own = [one, other].map(({ promise }) => empty.turns.take(() => promise));
  void empty.ask('b1', 'B');
  await settled();
  expect(empty.begun).toEqual([]);
  one.resolve();
  other.resolve();
  await Promise.all(own);
  await settled();
  expect(empty.begun).toEqual(['b1']);
});
