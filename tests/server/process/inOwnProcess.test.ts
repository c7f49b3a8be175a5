import { describe, expect, it } from 'vitest';
import { inOwnProcess } from '../../../server/process/inOwnProcess.ts';

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

  it('refuses as its work refuses', async () => {
    await expect(run('refuses')).rejects.toMatchObject({ code: 'not_text', status: 422 });
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
});
