// Body and parameters of a request.
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AppError } from '#src/domain/errors.ts';
import { fromZod } from '#server/commands/core/zodRefusal.ts';

/** Refuses: the fields at fault (422). A JSON content type with no body is an empty body. */
export function parseBody<B extends z.ZodType>(schema: B, body: unknown, detail?: string): z.infer<B> {
  const parsed = schema.safeParse(body ?? {});
  if (!parsed.success) throw fromZod(parsed.error, detail);
  return parsed.data;
}

/** Refuses: repeated_parameter (400). Programs interpret a repeated parameter differently. */
export function singleQuery(request: FastifyRequest): Record<string, string> {
  const query = request.query as Record<string, string | string[]>;
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value))
      throw new AppError('repeated_parameter', `The parameter ${name} is given more than once.`, { status: 400 });
    if (value.includes('\u0000'))
      throw new AppError('invalid_fields', 'A NUL character is not allowed.', {
        status: 422,
        fields: { [name]: 'A NUL character is not allowed.' },
      });
  }
  return query as Record<string, string>;
}
