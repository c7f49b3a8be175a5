// A stored file leaves: whole as it came, never shown by the browser as a page of Sharebook.
import type { FastifyReply } from 'fastify';
import { AppError } from '#src/domain/errors.ts';
import type { StoredDocument } from '#server/commands/documents/documents.ts';
import { sha256 } from '#server/data/sha256.ts';
import type { Deps } from '#server/deps.ts';
import { attachmentNamed } from './attachment.ts';

/** Refuses: file_missing (503), file_damaged (503). */
export async function bytesOf({ files }: Pick<Deps, 'files'>, stored: StoredDocument): Promise<Buffer> {
  const bytes = await files.get(stored.storage_key).catch((cause: unknown) => {
    throw new AppError('file_missing', 'The file cannot be read at this moment. Please try again.', {
      status: 503,
      cause,
    });
  });
  if (sha256(bytes).toString('hex') !== stored.sha256)
    throw new AppError('file_damaged', 'The stored file no longer matches its fingerprint and is not handed out.', {
      status: 503,
    });
  return bytes;
}

export const sendFile = (reply: FastifyReply, stored: StoredDocument, bytes: Buffer) =>
  reply
    .headers({
      'content-type': stored.content_type,
      'content-disposition': attachmentNamed(stored.name),
      'cache-control': 'private, no-store',
      'content-security-policy': "sandbox; default-src 'none'",
    })
    .send(bytes);
