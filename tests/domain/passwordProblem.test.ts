// Why a password is refused, by the same rule on the server and while somebody types.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readCommonPasswords } from '#src/domain/password/commonPasswords.ts';
import { passwordProblem } from '#src/domain/password/passwordProblem.ts';

const common = readCommonPasswords(readFileSync('src/domain/password/commonPasswords.txt', 'utf8'));
const known = ['Mara', 'Voss', 'mara@tidewater.example', 'Tidewater Labs, Inc.', null, undefined];

it.each([
  ['seven c', /at least 8/],
  ['ü'.repeat(257), /at most 512 bytes/],
  ['lone \ud800 surrogate', /incomplete character/],
  ['Password1!', /most common/],
  ['Qwertyuiop1!', /most common/],
  ['sharebook2026', /most common/],
  ['Tidewater2026!', /mostly your name/],
  ['ssov.aram.99', /mostly your name/],
])('refuses %j', (password, reason) => {
  expect(passwordProblem(password, known, common)).toMatch(reason);
});

it.each(['correct horse 7', 'Blue kettle 9', 'tidewater but four more words'])('takes %j', (password) => {
  expect(passwordProblem(password, known, common)).toBeNull();
});
