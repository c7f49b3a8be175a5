// Turns zod's issues into messages by field; unknown keys first.
import type { ZodError } from 'zod';
import type { AppError } from '../../../src/domain/errors.ts';
import { invalidFields } from './checked.ts';

export function fromZod(error: ZodError, detail?: string): AppError {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) fields[key] ??= `Unknown field: ${key}.`;
    else fields[issue.path.join('.') || 'body'] ??= issue.message;
  }
  return invalidFields(fields, detail);
}
