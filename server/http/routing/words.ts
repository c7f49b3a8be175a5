// The words with which a route says what it does besides its handler: `router.audited(…).limited('export').long().post({…})`.
// Each leaves only the words and methods that may follow, so that a wrong combination does not compile.
import type { z } from 'zod';
import type { Audited } from '#server/commands/core/auditEntry.ts';
import type { Cost } from '#server/auth/limits.ts';
import type { AnyRoute, PreparedWriting, Reading, Uploading, Writing } from './route.ts';

/** What the words of a route said. */
export interface Said {
  costs?: Cost | undefined;
  isLong?: boolean;
  /** Always, or when in words for OpenAPI, where the handler decides. */
  stepUp?: { isAlways: boolean; when: string | undefined };
  audited?: Audited | null;
  isSecret?: true;
  isWriting?: true;
}

/** What every route may say, each once. `E`: the methods that may end it. */
interface Common<E, W extends Word> {
  /** It counts against this hourly budget of its person and of their company, if any. Refuses: too_many (429). */
  limited(cost: Cost | undefined): Way<E, Exclude<W, 'limited'>>;
  /**
   * It reads or writes a whole ledger, which takes long. The session is checked beforehand, so that other requests of it
   * do not wait.
   */
  long(...isLong: [] | [boolean]): Way<E, Exclude<W, 'long'>>;
  /** Only with a fresh confirmation of who is asking. Refuses: step_up_required (403). */
  steppedUp(...isSteppedUp: [] | [boolean]): Way<E, Exclude<W, 'steppedUp' | 'steppedUpWhen'>>;
  /** The handler asks for that confirmation: when, in words for OpenAPI; undefined: never. */
  steppedUpWhen(words: string | undefined): Way<E, Exclude<W, 'steppedUp' | 'steppedUpWhen'>>;
}
type Word = 'limited' | 'long' | 'steppedUp' | 'steppedUpWhen';
export type Way<E, W extends Word = Word> = E & Pick<Common<E, W>, W>;

interface Gets {
  get<F>(route: Reading<F>): void;
}
interface Posts {
  /** Repeated with the same Idempotency-Key, it answers again and does nothing. */
  post<B extends z.ZodType>(route: Writing<B>): void;
}
export interface Writes extends Posts {
  put<B extends z.ZodType>(route: Writing<B>): void;
  delete<B extends z.ZodType>(route: Writing<B>): void;
}
interface Forms {
  /** The answer contains a token, or what the database has encrypted alone: it is not kept for a repeat. */
  answeringSecret(): Way<Posts>;
  uploading(): Way<{ post<V>(route: Uploading<V>): void; put<V>(route: Uploading<V>): void }>;
  prepared(): Way<{ post<V>(route: PreparedWriting<V>): void; put<V>(route: PreparedWriting<V>): void }>;
}

/** A route before its first word: a GET that leaves no row, or what may write, which is audited or says that it is not. */
export type Start = Way<Gets> & {
  /** Each successful request leaves this row in the audit trail. A GET with a row hands something out. */
  audited(row: Audited): Way<Gets & Writes> &
    Forms & {
      /** A GET that writes something, such as the code of what was printed: its commit is awaited. */
      writing(): Way<Gets>;
    };
  /** It changes no record of the company, and what it changes of others is noted for them. */
  unaudited(): Way<Writes> & Forms;
};

export type Ended = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** `add`: takes each route, with what its words said. Out: the words. */
export function startOf(add: (method: Ended, said: Said, route: AnyRoute) => void): Start {
  const after = (said: Said): object => {
    const more = (word: Said) => after({ ...said, ...word });
    const end = (method: Ended) => (route: unknown) => add(method, said, route as AnyRoute);
    return {
      limited: (costs: Cost | undefined) => more({ costs }),
      long: (isLong = true) => more({ isLong }),
      steppedUp: (isAlways = true) => more({ stepUp: { isAlways, when: isAlways ? 'Always' : undefined } }),
      steppedUpWhen: (when: string | undefined) => more({ stepUp: { isAlways: false, when } }),
      audited: (audited: Audited) => more({ audited }),
      unaudited: () => more({ audited: null }),
      writing: () => more({ isWriting: true }),
      answeringSecret: () => more({ isSecret: true }),
      uploading: () => more({}),
      prepared: () => more({}),
      get: end('GET'),
      post: end('POST'),
      put: end('PUT'),
      delete: end('DELETE'),
    };
  };
  return after({}) as Start;
}
