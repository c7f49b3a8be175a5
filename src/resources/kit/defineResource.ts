// A resource, declared once as plain data: the screens, routes, SQL, CSV and OpenAPI all read it.
import { plural } from '#src/domain/plural.ts';
import { inSentence } from '#src/words/inSentence.ts';
import { said } from '#src/words/said.ts';
import { say } from '#src/words/say.ts';
import { readAccess } from './access.ts';
import type { Access, AccessDeclaration } from './access.ts';
import type { Fields, FilterName, StatusField, ValueOf, Tone } from './fields.ts';
import type { MenuPlace } from '../heads/menu.ts';

/** What a form knows when it chooses its fields. */
export interface FormSituation {
  values: Readonly<Record<string, unknown>>;
  isEdit: boolean;
  isHolder: boolean;
}

export interface SavedFilter {
  label: string;
  filter: Readonly<Record<string, string | number | boolean>>;
}

export interface Deletion {
  /** The label of the button, and of the dialog's, unless `confirm` is another. */
  label: string;
  confirm?: string;
  /** The dialog's label while the request runs. */
  busy?: string;
  title: string;
  /** What will happen. */
  text: string;
  done: string;
}

export interface ResourceDeclaration<F extends Fields> {
  /** The list's path with its trailing slash, as the specification has it. */
  path: string;
  /** The menu entry and the page's heading. */
  label: string;
  /** The singular, in lower case, for sentences: "No certificate yet". */
  singular: string;
  /** What several are called in sentences, where the label is more than that. */
  many?: string;
  /** Several of them, after a number, where that is another word: 3 threads. */
  several?: string;
  /** One line under the heading that explains the list. */
  about: string;
  /** The text of an empty list, with the first step, where `about` does not say it already. */
  empty?: string;
  /** The resource whose actions fill this list, if nothing is added by hand; an empty list links to it. */
  filledBy?: string;
  /** The resource by which a spreadsheet or a package brings these records in: an empty list offers it to those who may create one. */
  broughtInBy?: string;
  icon: string;
  /** The SQL table to write; `source` is the view to read, if different. */
  table: string;
  source?: string;
  /** The field that names a record in links and headings. */
  title: string;
  /** If `title` alone does not name a record, as an id or another record's name: the fields that do in headings and questions. */
  heading?: readonly (keyof F & string)[];
  /** A company has only a few: a form and a filter list them all, instead of searching. */
  isFew?: true;
  /** Fields shown under the name where one is searched by name, to distinguish records of one name. */
  distinguishedBy?: readonly (keyof F & string)[];
  fields: F;
  list: readonly (keyof F & string)[];
  /** Columns whose words wrap rather than push the others out of sight; a wide one shows a sentence in full. */
  wraps?: Readonly<Partial<Record<keyof F & string, 'narrow' | 'wide'>>>;
  /** Words beside a value, such as “Late” beside a day. */
  marks?: readonly Mark<keyof F & string>[];
  /** What a row shows on a phone, if the list's columns do not identify it; see `twoLinesOf`. */
  card?: Card<keyof F & string>;
  /** The chips above the list. */
  filters: readonly FilterName<F>[];
  /** Filters with a name, which the company's people have as tabs above the list. */
  savedFilters?: readonly SavedFilter[];
  /** `GET …/totals`: how many rows match a filter and the sums of these fields, for each value of `by`, such as a currency. */
  totals?: { by: keyof F & string; of: readonly (keyof F & string)[] };
  /** Rows of the create and edit form. A form of its own (src/admin/screens.tsx) may add to them. Empty: no form. */
  form: readonly (readonly (keyof F & string)[])[];
  sort: readonly [keyof F & string, 'ASC' | 'DESC'];
  /** A view column that orders rows equal in `sort`, in the same direction; the id by default. */
  sortAmongEqual?: string;
  /** Fields that order rows equal in any sort field, ascending, before the id. Read without an index. */
  thenBy?: readonly (keyof F & string)[];
  /**
   * Verbs for the rows that are chosen in the list. One that joins records makes one of them; another is done for each, or for all
   * that a filter names (`POST …/bulk`, with a result for each).
   */
  bulkVerbs?: {
    names: readonly string[];
    /** Only rows in these statuses can be chosen. */ statuses?: readonly string[];
  };
  /** Fields that are set for several rows at once, by those who keep the books (`POST …/bulk`). */
  bulkFields?: readonly (keyof F & string)[];
  /** The label of the create button, as in the specification. */
  createLabel?: string;
  /** The message after the form has created a record, in the words of its button. */
  created?: string;
  /** `command`: server commands of the resource create, edit or remove it, instead of plain row writes. */
  writes?: 'rows' | 'command' | 'none';
  access: AccessDeclaration;
  /**
   * Which writes need a fresh confirmation of who is asking (step-up): all, or those whose body has one of these, beside the fields
   * that ask for it themselves.
   */
  stepUp?: 'always' | readonly string[];
  /** Its entry in the menu, `first` (one of its own) by default; `hidden` ones have none. */
  menu?: MenuPlace;
  /** What holders can open: a list, pages linked from elsewhere (the default), or nothing. */
  forHolders?: 'list' | 'pages' | 'nothing';
  /** The statuses in which a record may be edited or deleted; absent: any. */
  changesIn?: readonly string[];
  /**
   * Whether the form asks for a field now and requires it. Absent: all fields in `form`. Who is asked for none has no form, such as
   * a holder, who may only complete a task.
   */
  asksFor?: (name: string, situation: FormSituation) => boolean | 'required';
  /** What deleting a record is called, if it is more than removing a row. */
  deletion?: (record: Readonly<Record<string, unknown>>) => Deletion;
  /** What a text typed in a search for one says of a new one; without it, the title. */
  namedAs?: (typed: string) => Readonly<Record<string, unknown>>;
  /** Resources whose lists link to this one, which has no menu entry. Its list links back to the first of them. */
  usedBy?: readonly string[];
  /**
   * The view column that names the form that a list shows in a record's place on its day. A list has the records without one; earlier
   * forms, and those dated ahead, are read by their id.
   */
  shownForm?: string;
  /**
   * Its figures can be requested at the end of any day (`?as_of=`). `since`: the date on which a record begins; earlier
   * it is not listed; `first`: that of the record which it replaced first of all.
   */
  asOf?: { since: string | null; first?: string };
}

/** A word beside the value of `on` while it holds of the record today. */
export interface Mark<N extends string = string> {
  on: N;
  label: string;
  tone: Tone;
  holds: (record: Readonly<Record<string, unknown>>, today: string) => boolean;
}

/** The four places of a row on a phone: the linked name, a figure beside it, details under it, and a chip. */
export interface Card<N extends string = string> {
  name?: N;
  figure?: N;
  details: readonly N[];
  chip?: N;
}

/** A declaration for its readers: field names are plain strings, so that all fit in one list. */
export interface Resource<F extends Fields = Fields> extends Omit<
  ResourceDeclaration<Fields>,
  'fields' | 'filters' | 'sort' | 'thenBy' | 'access' | 'source' | 'writes' | 'menu' | 'forHolders'
> {
  name: string;
  fields: F;
  filters: readonly string[];
  sort: readonly [string, 'ASC' | 'DESC'];
  thenBy?: readonly string[];
  source: string;
  access: Access;
  writes: 'rows' | 'command' | 'none';
  menu: MenuPlace;
  forHolders: 'list' | 'pages' | 'nothing';
}

export function defineResource<const F extends Fields>(name: string, declared: ResourceDeclaration<F>): Resource<F> {
  return {
    ...declared,
    name,
    source: declared.source ?? declared.table,
    access: readAccess(declared.access),
    writes: declared.writes ?? 'rows',
    menu: declared.menu ?? 'first',
    forHolders: declared.forHolders ?? 'pages',
  };
}

/** "equity-plans" -> "equityPlans": what its declaration and its file in src/resources are called. */
export const declarationOf = (name: string): string =>
  name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** "equity plans" */
export const manyOf = ({ many, label }: Pick<Resource, 'many' | 'label'>): string => many ?? inSentence(label);

/** "1 payment", "2 payments" */
export const countedIn = (resource: Pick<Resource, 'singular' | 'several' | 'many' | 'label'>, count: number): string =>
  plural(count, resource.singular, resource.several ?? manyOf(resource));

/** "an equity plan" */
export const withArticle = ({ singular }: Pick<Resource, 'singular'>): string =>
  /^[aeio]/.test(singular) ? say`an ${singular}` : say`a ${singular}`;

/** The record's type, inferred from its declaration. Fields that are not required may be null. */
export type RecordOf<R> =
  R extends Resource<infer F>
    ? {
        [K in keyof F]: F[K] extends { required: true } | { kind: 'id' } | { kind: 'status' }
          ? ValueOf<F[K]>
          : ValueOf<F[K]> | null;
      }
    : never;

/** What a body may say of a record: the fields that are not the server's alone. */
export type WrittenOf<R> =
  R extends Resource<infer F>
    ? {
        [
          K in keyof F as F[K] extends { readOnly: true } | { kind: 'id' } | { kind: 'status' } ? never : K
        ]: RecordOf<R>[K & keyof RecordOf<R>];
      }
    : never;

/** "record_date" -> "Record date"; a declared label wins. */
export function labelOf(resource: { fields: Fields }, field: string): string {
  const declared = resource.fields[field]?.label;
  if (declared) return said(declared);
  const words = field
    .replace(/_id$/, '')
    .replace(/s_ids$/, 'ses')
    .replace(/_ids$/, 's')
    .replaceAll(/[_.]/g, ' ');
  return said(words.charAt(0).toUpperCase() + words.slice(1));
}

/** The label of this record's status, if it differs from its state's; otherwise null. */
export function exceptionOf(
  field: unknown,
  record: Readonly<Record<string, unknown>>,
): { label: string; tone: Tone } | null {
  const excepted = (field as Partial<StatusField> | undefined)?.except?.find(
    (each) => record.status === each.state && record[each.field] === each.holds,
  );
  if (!excepted) return null;
  const { label, tone } = excepted;
  return { label: typeof label === 'string' ? label : label(record), tone };
}

/** "in_progress" -> "In progress", "bank_transfer" -> "Bank transfer"; a declared label wins. */
export function wordOf(field: unknown, value: string): string {
  const labels = (field as { labels?: Record<string, string> } | undefined)?.labels;
  if (labels?.[value]) return said(labels[value]);
  const words = value.replaceAll('_', ' ').toLowerCase();
  return said(words.charAt(0).toUpperCase() + words.slice(1));
}
