// A resource, declared once as plain data: the screens, routes, SQL, CSV and OpenAPI all interpret this.
import { readAccess } from './access.ts';
import type { Access, AccessDeclaration } from './access.ts';
import type { Fields, StatusField, ValueOf } from './fields.ts';
import type { MenuGroup } from './menuGroups.ts';

export interface ResourceDeclaration<F extends Fields> {
  /** The list's path with its trailing slash, as the specification has it. */
  path: string;
  /** The menu's word and the page's heading. */
  label: string;
  /** One of them, in lower case, for sentences: "No certificate yet". */
  singular: string;
  /** One line under the heading: what this list is. */
  about: string;
  /** What stands in an empty list, and the first thing to do. */
  empty: string;
  /** The resource whose work fills this list, where nothing is added to it by hand: an empty one leads there. */
  filledBy?: string;
  icon: string;
  /** The SQL table that is written; `source` is the view that is read, where it differs. */
  table: string;
  source?: string;
  /** The field that names a record in links and headings. */
  title: string;
  /** Where `title` is the id, which nobody recognises: the fields whose values name a record in headings instead. */
  heading?: readonly (keyof F & string)[];
  /** Fields that stand under the name where a record is chosen: two of one name are told apart by them. */
  apart?: readonly (keyof F & string)[];
  fields: F;
  list: readonly (keyof F & string)[];
  /** What a row carries on a phone, where the list's own columns would not tell rows apart; see `twoLinesOf`. */
  card?: Card<keyof F & string>;
  filters: readonly (keyof F & string)[];
  /** Rows of the create and edit form. Empty: no generated form. */
  form: readonly (readonly (keyof F & string)[])[];
  sort: readonly [keyof F & string, 'ASC' | 'DESC'];
  /** A column of the view that arranges, in the same direction, what is equal in `sort`; the id where it is not said. */
  sortAmongEqual?: string;
  /** Fields that arrange, upwards, what is equal in whatever a list is sorted by; the id comes last. Read without an index. */
  thenBy?: readonly (keyof F & string)[];
  /** A verb of several records: rows of the list can be chosen for it by whoever may create one. */
  bulkVerb?: string;
  /** The words of the button that creates one, as the specification writes them. */
  createLabel?: string;
  /** `command`: created, edited or removed by server commands of the same resource rather than by plain rows. */
  writes?: 'rows' | 'command' | 'none';
  access: AccessDeclaration;
  /** The group of the menu it stands in, `first` where it is not said; `hidden` ones have no entry. */
  menu?: MenuGroup | 'hidden';
  /** Resources whose lists lead to this one, which has no entry of its own. Its list leads back to the first of them. */
  usedBy?: readonly string[];
  /** Its figures may be asked for at the end of any day (`?as_of=`). `since`: the field with the day a record begins, before which it is not listed. */
  asOf?: { since: string | null };
}

/** Four places of a row on a phone: the name that opens it, a figure beside it, details under it, and a chip. */
export interface Card<N extends string = string> {
  name?: N;
  figure?: N;
  details: readonly N[];
  chip?: N;
}

/** A declaration as its interpreters read it: the names of fields are plain strings, so that all fit one list. */
export interface Resource<F extends Fields = Fields> extends Omit<
  ResourceDeclaration<Fields>,
  'fields' | 'sort' | 'thenBy' | 'access' | 'source' | 'writes' | 'menu'
> {
  name: string;
  fields: F;
  sort: readonly [string, 'ASC' | 'DESC'];
  thenBy?: readonly string[];
  source: string;
  access: Access;
  writes: 'rows' | 'command' | 'none';
  menu: MenuGroup | 'hidden';
}

export function defineResource<const F extends Fields>(name: string, declared: ResourceDeclaration<F>): Resource<F> {
  return {
    ...declared,
    name,
    source: declared.source ?? declared.table,
    access: readAccess(declared.access),
    writes: declared.writes ?? 'rows',
    menu: declared.menu ?? 'first',
  };
}

/** The record's type, inferred from its declaration. Fields that are not required may be null. */
export type RecordOf<R> =
  R extends Resource<infer F>
    ? {
        [K in keyof F]: F[K] extends { required: true } | { kind: 'id' } | { kind: 'status' }
          ? ValueOf<F[K]>
          : ValueOf<F[K]> | null;
      }
    : never;

/** "record_date" -> "Record date"; a declared label wins. */
export function labelOf(resource: { fields: Fields }, field: string): string {
  const declared = resource.fields[field]?.label;
  if (declared) return declared;
  const words = field
    .replace(/_id$/, '')
    .replace(/s_ids$/, 'ses')
    .replace(/_ids$/, 's')
    .replaceAll(/[_.]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What the status of this record is called where that is not the word of its state; null elsewhere. */
export function exceptionOf(field: unknown, record: Readonly<Record<string, unknown>>): StatusField['except'] | null {
  const except = (field as Partial<StatusField> | undefined)?.except;
  return except && record.status === except.state && record[except.field] === except.holds ? except : null;
}

/** "in_progress" -> "In progress", "bank_transfer" -> "Bank transfer"; a declared label wins. */
export function wordOf(field: unknown, value: string): string {
  const labels = (field as { labels?: Record<string, string> } | undefined)?.labels;
  if (labels?.[value]) return labels[value];
  const words = value.replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
