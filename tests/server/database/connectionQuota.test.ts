// Shares of the connections: how many one company or person holds at a time, and fewer after using a lot.
import { describe, expect, it } from 'vitest';
import { ConnectionQuota } from '#server/db/connectionQuota.ts';
import { Loads } from '#server/db/loads.ts';
import { Shares } from '#server/db/shares.ts';

const PATIENCE_MS = 20;
const given = () => {
  let now = 0;
  const quota = new ConnectionQuota({ most: 4, whenBusy: 1 }, PATIENCE_MS, new Loads(() => now));
  return { quota, pass: (seconds: number) => (now += seconds * 1000) };
};
/** How many get a connection at once. */
async function taken(quota: ConnectionQuota, key: string, count: number) {
  const all = await Promise.all(Array.from({ length: count }, () => quota.take(key)));
  return all.filter((release) => release !== false);
}

describe('a share', () => {
  it('is held up to its limit, others wait in turn, and who waits too long is refused', async () => {
    const { quota } = given();
    const held = await taken(quota, 'a', 6);
    expect(held.length).toBe(4);
    expect((await taken(quota, 'b', 4)).length).toBe(4);
    const next = quota.take('a');
    held[0]!();
    expect(await next).not.toBe(false);
  });

  it('refuses at once who has a hundred waiting, and nobody else', async () => {
    const { quota } = given();
    const held = await taken(quota, 'a', 4);
    const waiting = Array.from({ length: 100 }, () => quota.take('a'));
    expect(await quota.take('a')).toBe(false);
    expect((await taken(quota, 'b', 1)).length).toBe(1);
    for (const release of held) release!();
    expect((await Promise.all(waiting)).some((release) => release !== false)).toBe(true);
  });

  it('is smaller for who has just used a lot, and whole again after a while', async () => {
    const { quota, pass } = given();
    const held = await taken(quota, 'a', 4);
    pass(10);
    for (const release of held) release();
    const [only, ...others] = await taken(quota, 'a', 4);
    expect([others.length, (await taken(quota, 'b', 4)).length]).toEqual([0, 4]);
    only!();
    pass(10);
    expect((await taken(quota, 'a', 4)).length).toBe(4);
  });

  it('stays whole for who asks often and briefly', async () => {
    const { quota, pass } = given();
    for (let n = 0; n < 200; n += 1) {
      const held = await taken(quota, 'a', 4);
      expect(held.length).toBe(4);
      pass(0.01);
      for (const release of held) release();
      pass(0.04);
    }
  });

  it('leaves nothing behind when it is given back, also after refusals', async () => {
    const { quota, pass } = given();
    for (let n = 0; n < 20; n += 1) {
      const held = await taken(quota, 'a', 6);
      quota.refuseWaiting();
      for (const release of held) release();
      pass(60);
    }
    expect((await taken(quota, 'a', 4)).length).toBe(4);
  });
});

describe('a company', () => {
  const shares = () => {
    let now = 0;
    return { shares: new Shares(12, PATIENCE_MS, () => now), pass: (seconds: number) => (now += seconds * 1000) };
  };
  it('is busy while it has just used a lot, also of what another process answered', () => {
    const { shares: of, pass } = shares();
    const ends = [of.passedOn('a'), of.passedOn('a')];
    expect(of.isBusy('a')).toBe(false);
    pass(10);
    expect([of.isBusy('a'), of.isBusy('b')]).toEqual([true, false]);
    for (const end of ends) end();
    pass(10);
    expect(of.isBusy('a')).toBe(false);
  });
  it('is busy with less where many are', () => {
    const { shares: of, pass } = shares();
    const others = ['b', 'c', 'd', 'e', 'f'];
    of.passedOn('a');
    pass(10);
    expect(of.isBusy('a')).toBe(false);
    for (const other of others) of.passedOn(other);
    pass(10);
    expect(['a', ...others, 'g'].map((each) => of.isBusy(each))).toEqual([...Array(6).fill(true), false]);
  });
});
