// How a field is asked for when it is set for several records, where that takes more than its own input: inputs that depend on each
// other, and a request that names more than the field. A field that needs none of it has no entry.
import type { ComponentType } from 'react';
import type { Fields } from '#src/resources/kit/fields.ts';

type Answers = Readonly<Record<string, unknown>>;

export interface BulkView {
  /** In place of the field: what is asked for after these answers, the field itself first. */
  fields: (answers: Answers) => Fields;
  /** Inputs that the kinds of those fields do not have. */
  Extra?: ComponentType;
  /** What has to be answered before it can be said what would change, by field. */
  check?: (answers: Answers) => Record<string, string>;
  /** What the request sets; without it, the answers. */
  set?: (answers: Answers) => Record<string, unknown>;
}

/** By resource and field: `tasks.status`. */
export type BulkViews = Readonly<Record<string, BulkView | undefined>>;
