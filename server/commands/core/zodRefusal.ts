// Turns zod's issues into messages by field; unknown keys first.
import type { ZodError } from 'zod';
import type { AppError } from '#src/domain/errors.ts';
import { unknownField } from '#src/resources/kit/validation.ts';
import { invalidFields } from './checked.ts';

type Issue = ZodError['issues'][number];

/** So many faults of a body are named: a megabyte of keys that nobody knows would otherwise be answered by four. */
const NAMED_MAX = 100;

export function fromZod(error: ZodError, detail?: string): AppError {
  const faults = error.issues
    .slice(0, NAMED_MAX)
    .flatMap((issue): [string, string][] =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.slice(0, NAMED_MAX).map((key) => [key, unknownField(key)])
        : [[issue.path.join('.') || 'body', sentenceOf(issue)]],
    );
  const fields: Record<string, string> = {};
  for (const [field, sentence] of faults.slice(0, NAMED_MAX)) fields[field] ??= sentence;
  return invalidFields(fields, detail);
}

/** How zod begins where the schema has no sentence of its own. */
const NO_SENTENCE = /^Invalid (input|option|key|element)/;
const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
};

function sentenceOf(issue: Issue): string {
  if (!NO_SENTENCE.test(issue.message)) return issue.message;
  if (issue.code !== 'invalid_type') return 'This does not match the documented format.';
  if (issue.path.length === 0) return 'The body must be a JSON object.';
  const kind = KINDS[issue.expected];
  if (kind === undefined) return 'This does not match the documented format.';
  return issue.message.endsWith('received undefined') ? 'This is required.' : `This must be ${kind}.`;
}
