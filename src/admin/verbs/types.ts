// A verb as a dialog reads it: what it asks, what it says will happen, what it sends.
import type { ComponentType, ReactNode } from 'react';
import type { ConsoleDataProvider, CommandOptions } from '../../dataProvider.ts';
import type { Fields } from '../../resources/kit/fields.ts';
import type { AnyRecord } from '../fieldKinds.tsx';

export type Values = Record<string, unknown>;

export interface VerbSpec {
  title: (record: AnyRecord) => string;
  /** What will happen, before anything is asked. */
  text?: (record: AnyRecord) => ReactNode;
  /** What is asked, where it depends on the record as a function of it. */
  fields: Fields | ((record: AnyRecord) => Fields);
  defaults?: (record: AnyRecord) => Values;
  /** What the fields alone cannot say, such as one that is needed unless another is chosen. */
  check?: (values: Values, record: AnyRecord) => Partial<Record<string, string>>;
  /** Follows what is typed: the consequences in figures. */
  Preview?: ComponentType<{ record: AnyRecord; values: Values }>;
  /** The button names what happens: "Cancel 70,000 shares". */
  submit: (record: AnyRecord, values: Values) => string;
  keep?: string;
  /** The body to send; without it, the filled-in values. */
  body?: (values: Values, record: AnyRecord) => Values;
  /** Without it: `POST /api/<resource>/:id/<verb>`. */
  send?: (data: ConsoleDataProvider, record: AnyRecord, values: Values, options: CommandOptions) => Promise<unknown>;
  done: (record: AnyRecord, values: Values) => string;
}
