// A verb (an action with consequences), declared once: its button, dialog, body, route, OpenAPI page and permissions all use
// this. Its command does the work (server/commands/verbs.ts).
import type { VerbAnswer } from '#src/contract/verbAnswers.ts';
import type { Role } from './access.ts';
import type { RecordOf, Resource } from './defineResource.ts';
import type { Fields, ValueOf } from './fields.ts';
import { withShownEmails } from '#src/domain/shownEmails.ts';

/** A record as its list or page shows it: a page has more fields than a list. */
export type Shown = Readonly<Record<string, unknown>>;
export type Answers = Readonly<Record<string, unknown>>;

/** Formats figures and dates for the reader: amounts in the record's currency, dates in the reader's format. */
export interface Writer {
  money: (value: unknown) => string;
  /** "1,000" */
  shares: (value: unknown) => string;
  /** "1 share", "1,000 units". */
  count: (value: unknown, many?: string, one?: string) => string;
  day: (iso: unknown) => string;
  /** The company's current date, as the API writes dates. */
  today: string;
}

/** A sentence, or a function that writes it for this record and these answers. */
export type Sentence<R = Shown> = string | ((record: R, write: Writer, answers: Answers) => string);

/** A rate limit of the call; see server/auth/limits.ts. */
export type VerbCost = 'answer' | 'thread' | 'import';

export interface VerbDeclaration<R = Shown> {
  /** The button's label. */
  label: Sentence<R>;
  /** For readers of the API documentation. */
  summary: string;
  roles: readonly Role[];
  /**
   * The statuses in which it is allowed; absent: any. The route refuses others (409), unless the status depends on the day
   * (`asOf` of the resource): then the command checks it on the day of the entry.
   */
  from?: readonly string[];
  /**
   * A condition beyond the status, for offering it; the command refuses what does not meet it. A list has fewer fields than a page, so it does not offer verbs that depend on the
   * others.
   */
  when?: (record: R) => boolean;
  /** Outlined red button: the verb removes something. */
  destructive?: boolean;
  /** A press does it, without a dialog: nothing is asked for, and an edit or another verb takes it back. */
  isAtOnce?: boolean;
  /** It takes back what other verbs recorded: their messages and the pages of their records lead to it. */
  isUndo?: true;
  /** Shown in a panel of the record's page, not among the buttons of its heading or row. */
  isInPanel?: boolean;
  /** For several records at once: POST /api/<resource>/<verb>, without an id. */
  isOfSeveral?: boolean;
  /** It makes one of several chosen records: why these cannot be, or null. In a list, other verbs are done for each that is chosen. */
  joins?: (chosen: readonly R[]) => string | null;
  /** The fields of the dialog and of the body. */
  fields: Fields;
  /** Body fields without a dialog. */
  more?: Fields;
  /** The initial values of the fields. A required date starts as today anyway. */
  starts?: (record: R, write: Writer) => Record<string, unknown>;
  title: Sentence<R>;
  /** What will happen, shown before the fields. */
  text?: Sentence<R>;
  /** The confirm button: "Cancel 70,000 shares". */
  submit: Sentence<R>;
  /** The button that closes the dialog without doing anything. */
  keep?: string;
  /** The message after success. */
  done: Sentence<R>;
  /** The answer: the record of its resource, or one of src/contract/verbAnswers.ts. */
  answers: 'record' | VerbAnswer;
  status?: number;
  costs?: VerbCost;
  /** It needs a fresh confirmation of who is asking (step-up). */
  stepUp?: true;
  /** It may take longer than other requests. */
  takesTime?: boolean;
}

export interface Verb extends VerbDeclaration {
  name: string;
  resource: string;
}

/** The body of declared fields: required ones are present, the others may be null or absent. */
export type BodyOf<F extends Fields> = {
  [K in keyof F as F[K] extends { required: true } ? K : never]: ValueOf<F[K]>;
} & {
  [K in keyof F as F[K] extends { required: true } ? never : K]?: ValueOf<F[K]> | null;
};

/** Declares the verbs of a resource; their sentences and conditions read its records. */
export function defineVerbs<R extends Resource, const V extends Record<string, VerbDeclaration<RecordOf<R> & Shown>>>(
  _of: R,
  declared: V,
): V {
  return declared;
}

export function sentenceIn(sentence: Sentence, record: Shown, write: Writer, answers: Answers = {}): string {
  return typeof sentence === 'string' ? sentence : withShownEmails(sentence(record, write, answers));
}

/** The verbs allowed for this role on this record, in declared order. */
export function lawfulVerbs(verbs: readonly Verb[], record: Shown, role: Role): Verb[] {
  return verbs
    .filter(({ roles }) => roles.includes(role))
    .filter(({ from }) => !from || from.includes(String(record.status)))
    .filter(({ when }) => !when || when(record));
}

/** Those shown as buttons of a record's heading and in its row's menu. */
export const buttonVerbs = (verbs: readonly Verb[], record: Shown, role: Role): Verb[] =>
  lawfulVerbs(verbs, record, role).filter(({ isInPanel }) => !isInPanel);
