// The fake answers of the client's tests are those that the server may give.
import { expect, it } from 'vitest';
import { fakeAnswer } from './fakeAnswer.ts';
import type { Answer } from './fakeAnswer.ts';

const faultsOf = (call: string, answer: Answer) => {
  const faults: string[] = [];
  fakeAnswer(call, answer, faults);
  return faults;
};
const task = { id: 't1', title: 'File the form' };

it('may leave out what a test is not about, which is then added', () => {
  const { json } = fakeAnswer('GET /api/tasks/', { json: [task] }, []);
  expect(json).toEqual([expect.objectContaining({ ...task, description: null, status: 'pending' })]);
  expect(faultsOf('GET /api/tasks/t1', { json: task })).toEqual([]);
  expect(faultsOf('GET /api/cap-table', { json: { rows: [{ name: 'Ada' }] } })).toEqual([]);
  expect(faultsOf('POST /api/tasks', { status: 409, json: { detail: 'No.' } })).toEqual([]);
});

it.each<[what: string, call: string, answer: Answer, sentence: RegExp]>([
  [
    'a route that is not declared',
    'GET /api/tusks',
    { json: [] },
    /^GET \/api\/tusks: the server declares no such route/,
  ],
  [
    'a misspelt field',
    'GET /api/tasks/',
    { json: [{ ...task, titel: '' }] },
    /^GET \/api\/tasks 200: .*0\.titel is not/,
  ],
  [
    'another type',
    'GET /api/tasks/t1',
    { json: { ...task, version: '1' } },
    /^GET \/api\/tasks\/{id} .*version must be num/,
  ],
  [
    'an unknown status',
    'GET /api/tasks/t1',
    { json: { ...task, status: 'open' } },
    /status must be .*: pending, in_progress/,
  ],
  ['an inner field', 'GET /api/cap-table', { json: { rows: [{ nam: 'Ada' }] } }, /rows\.0\.nam is not declared/],
  ['a list for a record', 'GET /api/tasks/t1', { json: [task] }, /the answer must be object/],
  ['nothing', 'GET /api/tasks/', {}, /the server answers with JSON, and the fake with nothing/],
  ['a refusal without a sentence', 'POST /api/tasks', { status: 409, json: {} }, /detail is missing/],
])('is refused if it is %s', (_what, call, answer, sentence) => {
  expect(faultsOf(call, answer)).toEqual([expect.stringMatching(sentence)]);
});
