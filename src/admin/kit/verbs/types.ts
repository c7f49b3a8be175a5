// A verb as a dialog reads it: what it asks, what it says will happen, what it sends.
import type { ComponentType, ReactNode } from 'react';
import type { ConsoleDataProvider, CommandOptions } from '../../../dataProvider.ts';
import type { Resource } from '../../../resources/kit/defineResource.ts';
import type { Fields } from '../../../resources/kit/fields.ts';
import type { AnyRecord } from '../fieldKinds.tsx';
import type { Verb } from '../recordRules.ts';

export type Values = Record<string, unknown>;

export interface VerbDialogProps {
  resource: Resource;
  record: AnyRecord;
  verb: Verb;
  onClose: () => void;
  /** After it was done, instead of the focus going to the page's heading. */
  onDone?: () => void;
}

export interface VerbSpec {
  title: (record: AnyRecord) => string;
  /** What will happen, before anything is asked. */
  text?: (record: AnyRecord) => ReactNode;
  /** What is asked, where it depends on the record or on what was answered as a function of them. */
  fields: Fields | ((record: AnyRecord, values: Values) => Fields);
  /** Which fields stand side by side; without it each has a line of its own. */
  rows?: (names: string[]) => string[][];
  /** Inputs that no single field declares, after the fields, and what is called what of what they answer. */
  Extra?: ComponentType<{ record: AnyRecord }>;
  extra?: Readonly<Record<string, string>>;
  defaults?: (record: AnyRecord) => Values;
  /** What the fields alone cannot say, such as one that is needed unless another is chosen. */
  check?: (values: Values, record: AnyRecord) => Partial<Record<string, string>>;
  /** Follows what is typed: the consequences in figures. */
  Preview?: ComponentType<{ record: AnyRecord; values: Values }>;
  /** The button names what happens: "Cancel 70,000 shares". */
  submit: (record: AnyRecord, values: Values) => string;
  keep?: string;
  /** A dialog of its own, for a verb that shows more than a form. */
  Dialog?: ComponentType<VerbDialogProps>;
  /** Which input a refusal of the server belongs to, where the body is of another shape than the form. */
  fieldOf?: (field: string) => string;
  /** The body to send; without it, the filled-in values. */
  body?: (values: Values, record: AnyRecord) => Values;
  /** Without it: `POST /api/<resource>/:id/<verb>`. */
  send?: (data: ConsoleDataProvider, record: AnyRecord, values: Values, options: CommandOptions) => Promise<unknown>;
  done: (record: AnyRecord, values: Values) => string;
}
