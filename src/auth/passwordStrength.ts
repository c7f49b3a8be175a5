// How strong a password is, estimated in the browser: nothing that is typed is sent. Loaded when somebody types one.
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import file from '../domain/password/commonPasswords.txt?raw';
import { readCommonPasswords } from '../domain/password/commonPasswords.ts';
import { passwordProblem } from '../domain/password/passwordProblem.ts';

const common = readCommonPasswords(file);
const estimator = new ZxcvbnFactory({ dictionary: { passwords: [...common] } });

export interface Strength {
  /** 0 is refused or guessed at once, 4 is strong. */
  score: 0 | 1 | 2 | 3 | 4;
  /** Why the server will refuse it; null when it will not. */
  problem: string | null;
}

/** Longer ones are strong enough, and take long to estimate. */
const ESTIMATED_MAX = 100;

/** In: the password, and what is known of the person, as for passwordProblem. */
export function strengthOf(password: string, known: readonly (string | null | undefined)[]): Strength {
  const problem = passwordProblem(password, known, common);
  if (problem !== null) return { score: 0, problem };
  const words = known.flatMap((text) => text?.split(/[^\p{L}\p{N}]+/u) ?? []).filter((word) => word.length > 2);
  const { score } = estimator.check(password.slice(0, ESTIMATED_MAX), words);
  return { score, problem: null };
}
