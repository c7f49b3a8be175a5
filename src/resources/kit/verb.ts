// A verb with consequences, declared once: its button, its dialog, the body it takes, its route, its page in OpenAPI and
// who may do it all read this. What it does is its command (server/commands/verbs.ts).
import type { VerbAnswer } from '../../contract/verbAnswers.ts';
import type { Role } from './access.ts';
import type { RecordOf, Resource } from './defineResource.ts';
import type { Fields, ValueOf } from './fields.ts';

/** A record as a list or its page shows it: a page carries more than a list. */
export type Shown = Readonly<Record<string, unknown>>;
export type Answers = Readonly<Record<string, unknown>>;

/** How figures and days are written for the reader: amounts in the currency of the record, days in the reader's way. */
export interface Writer {
  money: (value: unknown) => string;
  /** "1,000" */
  shares: (value: unknown) => string;
  /** "1 share", "1,000 units". */
  count: (value: unknown, unit?: string) => string;
  day: (iso: unknown) => string;
  /** The company's today, as the API writes days. */
  today: string;
}

/** A sentence, or what it is for this record and these answers. */
export type Sentence<R = Shown> = string | ((record: R, write: Writer, answers: Answers) => string);

/** What is asked or charged of a call, beside the verb itself; see server/auth/limits.ts. */
export type VerbCost = 'answer' | 'thread' | 'import';

export interface VerbDeclaration<R = Shown> {
  /** On its button. */
  label: Sentence<R>;
  /** For who reads the API. */
  summary: string;
  roles: readonly Role[];
  /** Statuses from which it is lawful; absent: any. */
  from?: readonly string[];
  /** What the status alone does not say. A list carries less than a page: what only a page knows, a list does not offer. */
  when?: (record: R) => boolean;
  /** Red text on an outline: it takes something away. */
  destructive?: boolean;
  /** Asked in a panel of the record's page, not among the buttons of its heading or its row. */
  isInPanel?: boolean;
  /** Of several records at once: POST /api/<resource>/<verb>, without an id. */
  isOfSeveral?: boolean;
  /** What the dialog asks and the body takes. */
  fields: Fields;
  /** What the body takes beside that, and no dialog asks. */
  more?: Fields;
  /** What stands in the fields at first. A required day starts as today by itself. */
  starts?: (record: R, write: Writer) => Record<string, unknown>;
  title: Sentence<R>;
  /** What will happen, before anything is asked. */
  text?: Sentence<R>;
  /** On the button that does it: "Cancel 70,000 shares". */
  submit: Sentence<R>;
  /** On the button that does nothing. */
  keep?: string;
  /** Said once it is done. */
  done: Sentence<R>;
  /** What it answers: the record of its resource, or one of the answers of src/contract/verbAnswers.ts. */
  answers: 'record' | VerbAnswer;
  status?: number;
  costs?: VerbCost;
  /** It may work longer than a request otherwise may. */
  takesTime?: boolean;
}

export interface Verb extends VerbDeclaration {
  name: string;
  resource: string;
}

/** What a body holds of declared fields: required ones are there, the others may be null or absent. */
export type BodyOf<F extends Fields> = {
  [K in keyof F as F[K] extends { required: true } ? K : never]: ValueOf<F[K]>;
} & {
  [K in keyof F as F[K] extends { required: true } ? never : K]?: ValueOf<F[K]> | null;
};

/** Declares the verbs of a resource, whose sentences and conditions read its records. */
export function defineVerbs<R extends Resource, const V extends Record<string, VerbDeclaration<RecordOf<R> & Shown>>>(
  _of: R,
  declared: V,
): V {
  return declared;
}

export function sentenceIn(sentence: Sentence, record: Shown, write: Writer, answers: Answers = {}): string {
  return typeof sentence === 'string' ? sentence : sentence(record, write, answers);
}

/** The verbs that are lawful for this role on this record, in declared order; the server asks the same and more. */
export function lawfulVerbs(verbs: readonly Verb[], record: Shown, role: Role): Verb[] {
  return verbs
    .filter(({ roles }) => roles.includes(role))
    .filter(({ from }) => !from || from.includes(String(record.status)))
    .filter(({ when }) => !when || when(record));
}

/** Those of them that stand among the buttons of a record's heading and in the menu of its row. */
export const buttonVerbs = (verbs: readonly Verb[], record: Shown, role: Role): Verb[] =>
  lawfulVerbs(verbs, record, role).filter(({ isInPanel }) => !isInPanel);
