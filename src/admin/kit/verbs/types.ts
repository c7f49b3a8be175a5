// What a verb's dialog shows beyond its declaration (src/resources/verbs): previews, inputs of several fields, a custom
// dialog. A verb that needs none of it has no entry.
import type { ComponentType, ReactNode } from 'react';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import type { Fields } from '#src/resources/kit/fields.ts';
import type { Verb, Writer } from '#src/resources/kit/verb.ts';
import type { VerbName } from '#src/resources/verbs/index.ts';
import type { AnyRecord } from '../fieldKinds.tsx';

export type Values = Record<string, unknown>;

export interface VerbDialogProps<R = AnyRecord> {
  resource: Resource;
  record: R;
  verb: Verb;
  onClose: () => void;
  /** Called after success, instead of moving the focus to the page's heading. */
  onDone?: () => void;
}

export interface VerbView<R = AnyRecord> {
  /** Replaces the declared text, where it holds more than words. */
  text?: (record: R) => ReactNode;
  /** Replaces the declared fields, where they depend on the record or on the answers. */
  fields?: (record: R, values: Values, write: Writer) => Fields;
  /** Which fields share a row; by default each has its own. */
  rows?: (names: string[]) => string[][];
  /** Inputs that no single field declares, shown after the fields, and their labels by field name. */
  Extra?: ComponentType<{ record: R }>;
  extra?: Readonly<Record<string, string>>;
  /** Starting values, in addition to the declared ones. */
  starts?: (record: R) => Values;
  /** Checks that single fields cannot express, such as one field required unless another is chosen. */
  check?: (values: Values, record: R) => Partial<Record<string, string>>;
  /** Shows the consequences in figures, updated as the user types. */
  Preview?: ComponentType<{ record: R; values: Values }>;
  /** Replaces the declared labels, where they sum up several inputs. */
  submit?: (record: R, values: Values) => string;
  done?: (record: R, values: Values) => string;
  /** A custom dialog, for a verb that shows more than a form. */
  Dialog?: ComponentType<VerbDialogProps>;
  /** Maps a field of a server refusal to an input, where the body has another shape than the form. */
  fieldOf?: (field: string, values: Values) => string;
  /** The body to send; without it, the filled-in values. */
  body?: (values: Values, record: R) => Values;
  /** Why this user may not do it, read from the server while the button is shown; null if they may. */
  useRefusal?: (record: R) => string | null;
}

export type VerbViews = Partial<Record<VerbName, VerbView>>;
