// Checks a body against its declaration, references included. Commands and plain rows use it.
import { checkRecord, unknownField } from '#src/resources/kit/validation.ts';
import type { Resource, WrittenOf } from '#src/resources/kit/defineResource.ts';
import type { Fields } from '#src/resources/kit/fields.ts';
import { resourceNamed } from '#src/resources/index.ts';
import { AppError } from '#src/domain/errors.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import type { Row } from '#server/db/database.ts';
import { staleEdit } from './context.ts';
import type { CommandContext } from './context.ts';

const DETAIL = 'Please correct the marked fields.';

/** A single unknown field becomes the main sentence, so that the author of a script sees it at once. */
export function invalidFields(fields: Record<string, string>, detail = DETAIL): AppError {
  const [, unknown] = Object.entries(fields).find(([name, message]) => message === unknownField(name)) ?? [];
  return new AppError(unknown ? 'unknown_field' : 'invalid_fields', unknown ?? detail, { status: 422, fields });
}

/** The refusal of a version that is no whole number. */
export const WHOLE_VERSION = 'Send the version that you read, as a whole number.';

/** In: the version that an edit carries, if any, and the record's. Refuses: no whole number (422), stale_version (409). */
export function refuseOtherVersion(sent: unknown, current: unknown): void {
  if (sent === undefined) return;
  if (!Number.isInteger(sent) || Number(sent) < 1) throw invalidFields({ version: WHOLE_VERSION });
  if (sent !== current) throw staleEdit();
}

/** The writable values of a body. Refuses the fields at fault (422), and references that the actor cannot see. */
export async function checkedValues<F extends Fields>(
  context: CommandContext,
  resource: Resource<F>,
  body: Row,
  current?: Row,
): Promise<WrittenOf<Resource<F>>> {
  const result = checkRecord(resource, body, current);
  if (!result.ok) throw invalidFields(result.errors);
  for (const [name, field] of Object.entries(resource.fields)) {
    const value = result.values[name];
    if (field.kind !== 'reference' || typeof value !== 'string' || value === current?.[name]) continue;
    const target = resourceNamed(field.to);
    if (await findRecord(context.tx, context.actor, target, value)) continue;
    throw invalidFields({ [name]: `Unknown ${target.singular}.` }, `Unknown ${target.singular}.`);
  }
  // `checkRecord` lets through what the declaration describes.
  return result.values as WrittenOf<Resource<F>>;
}
