// The refusals of a PDF, without the library that judges it: only the process that judges loads that.
import { AppError } from '#src/domain/errors.ts';

/** `cause`: a fault of ours that kept the file from being read. */
export const refused = (code: string, sentence: string, cause?: unknown) =>
  new AppError(code, sentence, { status: 422, fields: { file: sentence }, cause });

export const unreadablePdf = (cause?: unknown) =>
  refused('unsafe_file', 'This file could not be processed safely.', cause);
