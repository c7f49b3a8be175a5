// A database that answers nobody, and one that takes long: counted in ticks of our own clock, so that a busy machine changes nothing.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Pulse, Standstill } from '#server/db/pulse.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

const never = () => new Promise<never>(() => undefined);
const stateOf = (answer: Promise<unknown>) => {
  const state = { is: 'waits' as unknown };
  answer.then(
    () => (state.is = 'answered'),
    (error: unknown) => (state.is = error),
  );
  return state;
};

it('who waits is told after eight fifths of a second without any answer, and not before', async () => {
  const waiting = stateOf(new Pulse(never).watch(never()));
  await vi.advanceTimersByTimeAsync(1500);
  expect(waiting.is).toBe('waits');
  await vi.advanceTimersByTimeAsync(100);
  expect(waiting.is).toBeInstanceOf(Standstill);
});

it('who waits for long work goes on waiting, as long as the database answers others', async () => {
  const waiting = stateOf(new Pulse(() => Promise.resolve()).watch(never()));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(waiting.is).toBe('waits');
});

it('an error of PostgreSQL is an answer, one of the connection is none', async () => {
  const refusing = stateOf(
    new Pulse(() => Promise.reject(Object.assign(new Error(), { code: '53300' }))).watch(never()),
  );
  const broken = stateOf(new Pulse(() => Promise.reject(Object.assign(new Error(), { code: 'EPIPE' }))).watch(never()));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(refusing.is).toBe('waits');
  expect(broken.is).toBeInstanceOf(Standstill);
});
