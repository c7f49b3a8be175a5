// Reads one file and a few text fields of a multipart body, completely and with a limit.
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AppError } from '#src/domain/errors.ts';
import { unknownField } from '#src/resources/kit/validation.ts';
import { invalidFields } from '#server/commands/core/checked.ts';

export interface ReadUpload {
  file: { name: string; bytes: Buffer } | null;
  /** Each once. */
  fields: Record<string, string>;
  /** Those of `repeated`, as often as they were sent. */
  lists: Record<string, string[]>;
}

/** For a file or field name; the stored file name is shorter. */
const NAME_MAX = 1000;
const NOT_TEXT = /\ufffd/;
const tooLong = (detail: string) => new AppError('bad_upload', detail, { status: 400 });

/** Invalid bytes have become replacement characters by now; stored like this, the intended text would be lost. */
function refuseBroken(what: string, text: string): void {
  if (!NOT_TEXT.test(text) && text.isWellFormed()) return;
  throw new AppError('bad_upload', `${what} contains damaged characters. Type it again and send it again.`, {
    status: 400,
  });
}

/**
 * `repeated`: the fields that may be sent several times. Refuses: unsupported_media_type (415), too_large (413) with the
 * given sentence, bad_upload (400), and another field that is sent again, so that none is left out in silence (422).
 */
export async function readUpload(
  request: FastifyRequest,
  maxBytes: number,
  tooLarge: string,
  repeated: readonly string[] = [],
): Promise<ReadUpload> {
  if (!request.isMultipart())
    throw new AppError('unsupported_media_type', 'Send the file as multipart/form-data.', { status: 415 });
  const refuse = () => new AppError('too_large', tooLarge, { status: 413 });
  const result: ReadUpload = { file: null, fields: {}, lists: {} };
  try {
    for await (const part of request.parts({ limits: { fileSize: maxBytes } })) {
      if (part.fieldname.length > NAME_MAX) throw tooLong('The name of a field is too long.');
      refuseBroken('The name of a field', part.fieldname);
      if (part.type === 'file') {
        const name = part.filename ?? '';
        if (name.length > NAME_MAX) throw tooLong('The name of the file is too long.');
        refuseBroken('The name of the file', name);
        const bytes = await part.toBuffer();
        if (part.file.truncated) throw refuse();
        if (part.fieldname !== 'file')
          throw new AppError('unknown_field', unknownField(part.fieldname), {
            status: 422,
            fields: { [part.fieldname]: unknownField(part.fieldname) },
          });
        result.file = { name, bytes };
      } else {
        const value = String(part.value);
        refuseBroken(`The field ${part.fieldname}`, value);
        if (repeated.includes(part.fieldname)) (result.lists[part.fieldname] ??= []).push(value);
        else if (Object.hasOwn(result.fields, part.fieldname))
          throw invalidFields({ [part.fieldname]: 'This was sent twice. Send it once.' });
        else result.fields[part.fieldname] = value;
      }
    }
    return result;
  } catch (error) {
    if (error instanceof AppError) throw error;
    if ((error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE') throw refuse();
    throw new AppError('bad_upload', 'The upload was incomplete or could not be read. Please try again.', {
      status: 400,
      cause: error,
    });
  }
}

/** Refuses a field beside the file that the upload does not take (422). */
export function refuseUnknownFields(fields: Record<string, string>, taken: z.ZodObject): void {
  const unknown = Object.keys(fields).find((name) => !Object.hasOwn(taken.shape, name));
  if (unknown) throw invalidFields({ [unknown]: unknownField(unknown) });
}
