// A verb's body as a zod schema, typed by its declaration: for commands that extend it.
import type { z } from 'zod';
import { verbBody } from '../kit/validation.ts';
import { verbNamed } from './index.ts';
import type { VerbBody, VerbName } from './index.ts';

type ShapeOf<B> = {
  -readonly [K in keyof B]-?: undefined extends B[K]
    ? z.ZodOptional<z.ZodType<Exclude<B[K], undefined>>>
    : z.ZodType<B[K]>;
};

/** In: the verb's name. Out: its body schema, to be extended. */
export function bodyOf<N extends VerbName>(name: N): z.ZodObject<ShapeOf<VerbBody<N>>> {
  // The shape comes from the same fields as the inferred type.
  return verbBody(verbNamed(name)) as unknown as z.ZodObject<ShapeOf<VerbBody<N>>>;
}
