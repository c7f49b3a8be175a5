// The body of a verb as zod, typed by its declaration: for commands whose body is more than the fields of a form.
import type { z } from 'zod';
import { verbBody } from '../kit/validation.ts';
import { verbNamed } from './index.ts';
import type { VerbBody, VerbName } from './index.ts';

type ShapeOf<B> = {
  -readonly [K in keyof B]-?: undefined extends B[K]
    ? z.ZodOptional<z.ZodType<Exclude<B[K], undefined>>>
    : z.ZodType<B[K]>;
};

/** In: the verb's name. Out: what it takes, to be extended. */
export function bodyOf<N extends VerbName>(name: N): z.ZodObject<ShapeOf<VerbBody<N>>> {
  // The shape is made from the very fields that the type is inferred from.
  return verbBody(verbNamed(name)) as unknown as z.ZodObject<ShapeOf<VerbBody<N>>>;
}
