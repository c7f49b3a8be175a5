// Rate limits, kept in the database so that restarts and other processes share them.
import { AppError } from '#src/domain/errors.ts';
import type { Database } from '../db/database.ts';
import type { Secrets } from './secrets.ts';

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

/** Text messages that the installation pays for in a day. */
const SMS_A_DAY = 5000;
/** The part of them for unproved numbers, so that people with a proved number still get codes. */
const SMS_UNPROVED_A_DAY = SMS_A_DAY * (4 / 5);

// Each: how many in any period of that many seconds; refused ones are not counted. Sources: threats T3, T4, T7, T8, T9.
const rules = {
  // Wrong passwords. Known devices have their own tries, and known networks have theirs per account, so that strangers cannot
  // lock anybody out.
  login_account_address: [5, 15 * MINUTE],
  login_address: [100, HOUR],
  // For strangers, per day; beyond it each network may continue slowly, too slowly for guessing.
  login_account: [100, DAY],
  login_account_network: [3, HOUR],
  login_account_most: [10_000, DAY],
  login_device: [10, 15 * MINUTE],
  // Wrong codes over all accounts.
  code_address: [60, HOUR],
  code_device: [30, HOUR],
  code_known: [30, HOUR],
  code_unknown: [5, 10 * MINUTE],
  // Wrong codes of signed-in people who confirm that it is them: a stolen session uses up neither a known device's nor a known
  // network's.
  step_up_hour: [15, HOUR],
  step_up_day: [30, DAY],
  // For an address without a pending code: counted as if it had one.
  resend_without_code: [3, 10 * MINUTE],
  resend_without_code_soon: [1, 30],
  resend_address: [20, HOUR],
  // For strangers: five an hour together, at most three from one network.
  forgot_account: [5, HOUR],
  forgot_network: [3, HOUR],
  forgot_known: [5, HOUR],
  forgot_address: [60, HOUR],
  // Passwords hashed for one reset link.
  reset_link: [5, HOUR],
  signup_address: [200, HOUR],
  client_name_taken: [10, HOUR],
  taken_notice: [1, HOUR],
  join_account: [5, DAY],
  found_account: [3, DAY],
  // Unknown certificate codes.
  verify_address: [10, HOUR],
  // Links to unsubscribe that are not ours.
  unsubscribe_address: [30, HOUR],
  // Expensive requests, per person and per company.
  import_person: [100, HOUR],
  import_company: [200, HOUR],
  export_person: [200, HOUR],
  export_company: [600, HOUR],
  paper_person: [200, HOUR],
  paper_company: [600, HOUR],
  upload_person: [300, HOUR],
  upload_company: [1000, HOUR],
  thread_person: [30, HOUR],
  thread_company: [200, HOUR],
  answer_person: [120, HOUR],
  answer_company: [1000, HOUR],
  // Text messages for sign-up, sign-in and resending together: to an unproved number; and to a proved one, where clients
  // unknown to the account get only the first two.
  message_new_soon: [3, 10 * MINUTE],
  message_new_day: [5, DAY],
  // The part of them for one network.
  message_new_network_day: [4, DAY],
  // To a number that the owner of a proved mailbox enters for their account: sign-ups by strangers do not use these up.
  message_own_soon: [3, 10 * MINUTE],
  message_own_day: [5, DAY],
  message_own_number_day: [10, DAY],
  message_unknown_hour: [7, HOUR],
  message_unknown_day: [28, DAY],
  // The part of them for one network: a code, and three resends.
  message_network_hour: [4, HOUR],
  message_network_day: [8, DAY],
  message_proved_hour: [10, HOUR],
  message_proved_day: [40, DAY],
  // The daily cost: of the installation, a hundredth of it for one account, a twentieth for an unknown network.
  sms_budget: [SMS_A_DAY, DAY],
  sms_unproved: [SMS_UNPROVED_A_DAY, DAY],
  // The part of them for one country beside the United States and Canada, so that one whose numbers earn from messages cannot
  // use up everybody's.
  sms_country: [SMS_A_DAY / 5, DAY],
  sms_country_unproved: [SMS_UNPROVED_A_DAY / 5, DAY],
  sms_account: [SMS_A_DAY / 100, DAY],
  sms_address: [SMS_A_DAY / 20, DAY],
} as const satisfies Record<string, readonly [number, number]>;
export type Limit = keyof typeof rules;
/** Requests counted for each person and each company. */
export type Cost = 'import' | 'export' | 'paper' | 'upload' | 'thread' | 'answer';

/** A limit and its key. */
export type Counted = readonly [Limit, string];

export interface Limits {
  /**
   * Counts one before the work begins. Refuses: too_many (429) if the limit would be exceeded, and then counts nothing.
   */
  spend(limit: Limit, key: string, sentence?: string): Promise<void>;
  /**
   * Counts all or none: after a refusal, the earlier ones are given back. Out: a function that gives all of them back.
   * Refuses: too_many (429).
   */
  spendAll(counts: readonly Counted[], sentence?: string): Promise<() => Promise<void>>;
  /** Refuses like `spend` when the limit is already reached, without counting. */
  check(limit: Limit, key: string, sentence?: string): Promise<void>;
  /** Counts one if it is within the limit, and answers whether it was. */
  allows(limit: Limit, key: string): Promise<boolean>;
  /** Takes back one that should not have counted. */
  giveBack(limit: Limit, key: string): Promise<void>;
  forget(limit: Limit, key: string): Promise<void>;
}

export const TOO_MANY = 'Too many requests. Please try again later.';

export function createLimits(db: Database, secrets: Secrets, resendSeconds: number): Limits {
  const windowOf = (limit: Limit) =>
    limit === 'resend_without_code_soon' ? Math.max(1, resendSeconds) : rules[limit][1];
  // Keys contain addresses and emails, so only a keyed fingerprint of them is stored.
  const keyOf = (limit: Limit, key: string) =>
    `${limit}:${secrets.fingerprint('email', key.toLowerCase()).toString('hex').slice(0, 32)}`;
  // One statement outside any transaction, so that the count stays even if the call fails.
  const count = async (limit: Limit, key: string, times: number) => {
    const [row] = await db.statement<{ points: number; ms_left: string }>(
      'select * from count_within($1, $2, $3, $4, $5)',
      [secrets.systemToken, keyOf(limit, key), times, rules[limit][0], windowOf(limit) * 1000],
    );
    return { counted: row!.points, msLeft: Number(row!.ms_left) };
  };
  const refuse = (ms: number, sentence = TOO_MANY) =>
    new AppError('too_many', sentence, {
      status: 429,
      cause: { retryAfterSeconds: Math.max(1, Math.ceil(ms / 1000)) },
    });
  const limits: Limits = {
    async spend(limit, key, sentence) {
      const { counted, msLeft } = await count(limit, key, 1);
      if (counted > rules[limit][0]) throw refuse(msLeft, sentence);
    },
    async spendAll(counts, sentence) {
      const done: Counted[] = [];
      const giveBack = async () => {
        for (const [limit, key] of done) await limits.giveBack(limit, key);
      };
      try {
        for (const each of counts) {
          await limits.spend(...each, sentence);
          done.push(each);
        }
      } catch (refusal) {
        await giveBack();
        throw refusal;
      }
      return giveBack;
    },
    async check(limit, key, sentence) {
      const { counted, msLeft } = await count(limit, key, 0);
      if (counted >= rules[limit][0]) throw refuse(msLeft, sentence);
    },
    async allows(limit, key) {
      if (limit === 'resend_without_code_soon' && resendSeconds === 0) return true;
      return (await count(limit, key, 1)).counted <= rules[limit][0];
    },
    async giveBack(limit, key) {
      await count(limit, key, -1);
    },
    async forget(limit, key) {
      await db.statement('select forget_count($1, $2)', [secrets.systemToken, keyOf(limit, key)]);
    },
  };
  return limits;
}
