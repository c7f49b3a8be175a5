// Refusals shared by several commands and the data layer.
import { AppError } from '#src/domain/errors.ts';

/** A reference in a body that does not exist in the organisation: the same answer as for a foreign one. */
export const unknownReference = (field: string, noun: string) =>
  new AppError('unknown_reference', `Unknown ${noun}.`, { status: 422, fields: { [field]: `Unknown ${noun}.` } });

/** A foreign and an absent id get the same answer. */
export const notFound = () => new AppError('not_found', 'Not found.', { status: 404 });

/** A value that cannot be taken, at its field. */
export const invalidField = (field: string, message: string) =>
  new AppError('invalid_fields', message, { status: 422, fields: { [field]: message } });
