// Shares of the connections: how many one company or person holds at a time, and fewer after using a lot.
import { describe, expect, it } from 'vitest';
import { ConnectionQuota } from '#server/db/connectionQuota.ts';

const PATIENCE_MS = 20;
const given = () => {
  let now = 0;
  const quota = new ConnectionQuota({ most: 4, whenBusy: 1 }, PATIENCE_MS, () => now);
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
