// The hook of every button that writes: one request at a time, a failure in words, and no fault of ours hidden.
import { act as flush, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useAct } from '#src/admin/kit/parts/useAct.ts';
import { HttpError } from '#src/httpClient.ts';

beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue(undefined));
afterEach(() => void vi.restoreAllMocks());

const refusal = (fields?: Record<string, string>) =>
  new HttpError('That name is taken.', 409, { detail: 'That name is taken.', ...(fields && { errors: fields }) });

it('does nothing when it is pressed again while the request runs', async () => {
  const { result } = renderHook(() => useAct());
  let answer: () => void = () => undefined;
  const send = vi.fn<() => Promise<void>>(() => new Promise<void>((resolve) => (answer = resolve)));
  let first: ReturnType<typeof result.current.act>;
  flush(() => void (first = result.current.act('Nothing was saved.', send)));
  expect(result.current.isBusy).toBe(true);
  expect(await result.current.act('Nothing was saved.', send)).toEqual({ isDone: false });
  await flush(async () => {
    answer();
    expect(await first).toEqual({ isDone: true });
  });
  expect(send).toHaveBeenCalledTimes(1);
  expect(result.current.isBusy).toBe(false);
});

it('says what was not done and why, logs it, and answers what is wrong with each field', async () => {
  const { result } = renderHook(() => useAct());
  const acted = await flush(() =>
    result.current.act('Nothing was saved.', () => Promise.reject(refusal({ name: 'Taken.' }))),
  );
  expect(acted).toEqual({ isDone: false, fields: { name: 'Taken.' } });
  expect(result.current.problem).toBe('Nothing was saved. That name is taken.');
  expect(console.error).toHaveBeenCalledWith('Nothing was saved.', expect.any(HttpError));
  await flush(() => result.current.act('Nothing was saved.', () => Promise.resolve()));
  expect(result.current.problem).toBeNull();
});

it('says nothing of an error that was dealt with', async () => {
  const { result } = renderHook(() => useAct());
  await flush(() =>
    result.current.act(
      'Nothing was saved.',
      () => Promise.reject(refusal()),
      () => true,
    ),
  );
  expect(result.current.problem).toBeNull();
  expect(console.error).not.toHaveBeenCalled();
});

it('throws a fault of our own code on, and can be used again', async () => {
  const { result } = renderHook(() => useAct());
  const fault = () => Promise.reject(new TypeError('x is not a function'));
  await flush(() => expect(result.current.act('Nothing was saved.', fault)).rejects.toThrow(TypeError));
  expect(result.current.problem).toBe('x is not a function.');
  expect(result.current.isBusy).toBe(false);
});
