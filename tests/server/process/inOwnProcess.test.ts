import { describe, expect, it } from 'vitest';
import { onBehalfOf } from '#server/running/asker.ts';
import { inOwnProcess } from '#server/process/inOwnProcess.ts';

const run = (end: string, limits = { deadlineMs: 20_000, memoryMb: 64 }) =>
  inOwnProcess(new URL('oddProgram.ts', import.meta.url), end, limits);

describe('a process of its own', () => {
  it('answers with a copy, and has nothing of this one’s environment', async () => {
    process.env.SECRET_OF_A_TEST = 'x';
    const answer = (await run('answers')) as { bytes: Uint8Array; environment: string[] };
    delete process.env.SECRET_OF_A_TEST;
    expect([...answer.bytes]).toEqual([1, 2, 3]);
    expect(answer.environment).not.toContain('SECRET_OF_A_TEST');
    expect(answer.environment).not.toContain('PATH');
  });

  it('refuses as its work refuses, with the fields at fault', async () => {
    await expect(run('refuses')).rejects.toMatchObject({
      code: 'not_text',
      status: 422,
      fields: { file: 'Choose another.' },
    });
  });

  it('says where a fault of ours is', async () => {
    await expect(run('fails')).rejects.toThrow(/A fault of ours\.[\s\S]*oddProgram/);
  });

  it.each([
    ['crashes', 'crash'],
    ['leaves', 'crash'],
    ['eats memory', 'memory'],
    ['asks for much at once', 'memory'],
  ])('that %s ends alone, and is named a %s', async (end, reason) => {
    await expect(run(end)).rejects.toMatchObject({ reason });
  });

  it('that does not end is ended', async () => {
    await expect(run('loops', { deadlineMs: 1500, memoryMb: 64 })).rejects.toMatchObject({ reason: 'deadline' });
  });

  it('takes the next order of its company, and of no other', async () => {
    const ask = (org_id: string | null, end = 'says who it is') =>
      onBehalfOf({ org_id, account_id: 'somebody' }, () => run(end));
    const first = await ask('Acme');
    expect(await ask('Acme')).toBe(first);
    const others = [await ask('Tidewater'), await ask(null), await ask(null), await run('says who it is')];
    expect(new Set([first, ...others]).size).toBe(5);
    expect(await ask('Acme')).toBe(first);
    await expect(ask('Acme', 'crashes')).rejects.toMatchObject({ reason: 'crash' });
    const after = await ask('Acme');
    expect(after).not.toBe(first);
    await ask('Acme', 'grows and says who it is');
    const fresh = await ask('Acme');
    expect(fresh).not.toBe(after);
    const both = await Promise.all([ask('Acme'), ask('Acme')]);
    expect(new Set(both).size).toBe(2);
    expect(both).toContain(fresh);
    // One that ended while it waited is not missed.
    for (const pid of both) process.kill(pid as number, 'SIGKILL');
    expect(both).not.toContain(await ask('Acme'));
  });
});
