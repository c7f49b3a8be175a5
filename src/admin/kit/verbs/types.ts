// What a verb's dialog shows beyond its declaration (src/resources/verbs): previews, inputs of several fields, a dialog of
// its own. A verb that needs none of it has no entry.
import type { ComponentType, ReactNode } from 'react';
import type { Resource } from '../../../resources/kit/defineResource.ts';
import type { Fields } from '../../../resources/kit/fields.ts';
import type { Verb, Writer } from '../../../resources/kit/verb.ts';
import type { VerbName } from '../../../resources/verbs/index.ts';
import type { AnyRecord } from '../fieldKinds.tsx';

export type Values = Record<string, unknown>;

export interface VerbDialogProps<R = AnyRecord> {
  resource: Resource;
  record: R;
  verb: Verb;
  onClose: () => void;
  /** After it was done, instead of the focus going to the page's heading. */
  onDone?: () => void;
}

export interface VerbView<R = AnyRecord> {
  /** In place of the declared text, where it holds more than words. */
  text?: (record: R) => ReactNode;
  /** In place of the declared fields, where what is asked depends on the record or on what was answered. */
  fields?: (record: R, values: Values, write: Writer) => Fields;
  /** Which fields stand side by side; without it each has a line of its own. */
  rows?: (names: string[]) => string[][];
  /** Inputs that no single field declares, after the fields, and what is called what of what they answer. */
  Extra?: ComponentType<{ record: R }>;
  extra?: Readonly<Record<string, string>>;
  /** What stands in the inputs at first, beside what is declared. */
  starts?: (record: R) => Values;
  /** What the fields alone cannot say, such as one that is needed unless another is chosen. */
  check?: (values: Values, record: R) => Partial<Record<string, string>>;
  /** Follows what is typed: the consequences in figures. */
  Preview?: ComponentType<{ record: R; values: Values }>;
  /** In place of the declared words, where they count what several inputs hold. */
  submit?: (record: R, values: Values) => string;
  done?: (record: R, values: Values) => string;
  /** A dialog of its own, for a verb that shows more than a form. */
  Dialog?: ComponentType<VerbDialogProps>;
  /** Which input a refusal of the server belongs to, where the body is of another shape than the form. */
  fieldOf?: (field: string) => string;
  /** The body to send; without it, the filled-in values. */
  body?: (values: Values, record: R) => Values;
  /** Why who reads this may not do it, asked of the server while its button is shown; null where they may. */
  useRefusal?: (record: R) => string | null;
}

export type VerbViews = Partial<Record<VerbName, VerbView>>;
