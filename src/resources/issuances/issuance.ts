// How a security is issued, declared once: the form, the request it sends, the body's schema and OpenAPI all follow from it. The
// command (server/commands) writes the entries.
import { z } from 'zod';
import type { Field, Fields } from '../kit/fields.ts';
import type { RecordOf, Resource } from '../kit/defineResource.ts';
import { givenSchema } from '../kit/validation.ts';
import type { BodyOf, Writer } from '../kit/verb.ts';

/** What is typed in the form, by the names of its inputs. Figures have no separators any more where a body is made of them. */
export type Typed = Readonly<Record<string, unknown>>;

/** A member of the body that several inputs give, or that no single field describes. */
export interface Part<S extends z.ZodType = z.ZodType> {
  schema: S;
  /** Out: the member; undefined where nothing was answered. */
  from: (typed: Typed) => unknown;
}
export const part = <S extends z.ZodType>(schema: S, from: Part['from']): Part<S> => ({ schema, from });
type Parts = Readonly<Record<string, Part>>;

/** A sentence for each member at fault. The form shows it before it is sent, the server refuses with it. */
export type Faults = Readonly<Record<string, string | undefined>>;

export interface IssuanceDeclaration<R extends Resource, F extends Fields, P extends Parts> {
  title: string;
  about: string;
  /** "Nothing was issued." */
  failed?: string;
  /** Members of the body that one input each answers. */
  fields: F;
  /** Inputs whose answers become parts. */
  inputs: (typed: Typed) => Fields;
  parts: P;
  /** What is other than declared with these answers: null is not asked and not sent. */
  asked?: (typed: Typed) => Readonly<Record<string, Partial<Field> | null | undefined>>;
  /** The rows of the form; see CommandForm. */
  rows: (typed: Typed) => string[][];
  /** Rules between members, beyond what each of them says. */
  faults?: (body: BodyOf<F> & PartsOf<P>) => Faults;
  /** The input of a member that has another name: "terms.discount" is typed as "discount_percent". */
  inputOf?: (member: string) => string | undefined;
  /** What the form starts with. */
  starts: (today: string) => Typed;
  /** The inputs that the address of the form may name. */
  named?: readonly string[];
  /** The input whose share class gives the form its currency; without it, the company's applies. */
  pricedBy?: string;
  submit: (typed: Typed, write: Writer) => string;
  done: (made: RecordOf<R>, typed: Typed, write: Writer) => string;
}

type PartsOf<P extends Parts> = { [K in keyof P]?: z.infer<P[K]['schema']> };

export interface Issuance<R extends Resource = Resource, B = Record<string, unknown>> extends Omit<
  IssuanceDeclaration<R, Fields, Parts>,
  'faults'
> {
  of: R;
  body: z.ZodType<B> & { shape: z.ZodRawShape };
}
export type BodyOfIssuance<I> = I extends { body: z.ZodType<infer B> } ? B : never;

export function defineIssuance<R extends Resource, const F extends Fields, const P extends Parts>(
  of: R,
  declared: IssuanceDeclaration<R, F, P>,
): Issuance<R, BodyOf<F> & PartsOf<P>> {
  type Body = BodyOf<F> & PartsOf<P>;
  const members = Object.entries(declared.fields).map(([name, field]) => [name, givenSchema(field)] as const);
  const parts = Object.entries(declared.parts).map(([name, { schema }]) => [name, schema] as const);
  const body = z.strictObject(Object.fromEntries([...members, ...parts])).superRefine((given, context) => {
    for (const [member, message] of Object.entries(declared.faults?.(given as Body) ?? {}))
      if (message) context.addIssue({ code: 'custom', path: member.split('.'), message });
  });
  // The shape comes from the same fields and parts as the inferred type.
  return { ...declared, of, body: body as unknown as Issuance<R, Body>['body'] };
}

/** The inputs that are asked with these answers, those of parts included. */
export function inputsOf({ fields, inputs, asked }: Issuance, typed: Typed): Fields {
  const changed = asked?.(typed) ?? {};
  const own = Object.entries(fields)
    .filter(([name]) => changed[name] !== null)
    .map(([name, field]) => [name, { ...field, ...changed[name] } as Field]);
  return { ...(Object.fromEntries(own) as Fields), ...inputs(typed) };
}

const isAnswered = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** In: what was typed, figures without separators. Out: the body, without what was not answered or not asked. */
export function bodyFrom(issuance: Issuance, typed: Typed): Record<string, unknown> {
  const asked = inputsOf(issuance, typed);
  const members = Object.keys(issuance.fields).map((name) => [name, asked[name] && typed[name]] as const);
  const parts = Object.entries(issuance.parts).map(([name, { from }]) => [name, from(typed)] as const);
  return Object.fromEntries([...members, ...parts].filter(([, value]) => isAnswered(value)));
}

/** The answered ones of these inputs; undefined if there is none. */
export function answeredOf(typed: Typed, names: readonly string[]): Record<string, unknown> | undefined {
  const given = names.map((name) => [name, typed[name]] as const).filter(([, value]) => isAnswered(value));
  return given.length > 0 ? Object.fromEntries(given) : undefined;
}
