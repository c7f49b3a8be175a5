// Gives every refusal one shape: {detail, code, request_id, errors?}. The only place that maps a code to a status.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ZodError } from 'zod';
import { AppError } from '#src/domain/errors.ts';
import { forbidden } from '../auth/actor.ts';
import { fromZod } from '../commands/core/zodRefusal.ts';
import type { Logger } from '../deps.ts';
import { withWait } from './whenToTry.ts';
import { EndedEarly } from '../process/inOwnProcess.ts';

const UNAVAILABLE = 'The service is temporarily unavailable. Please try again.';

const DATABASE: Record<string, () => AppError> = {
  '53100': () => new AppError('storage_full', 'Storage is full. Your change was not saved.', { status: 507 }),
  '57P01': () => new AppError('unavailable', UNAVAILABLE, { status: 503 }),
  '57P02': () => new AppError('unavailable', UNAVAILABLE, { status: 503 }),
  '57P03': () => new AppError('unavailable', UNAVAILABLE, { status: 503 }),
  // Ended by a timeout: of a statement, or of an idle transaction.
  '57014': () => new AppError('took_too_long', 'This took too long. Nothing was changed.', { status: 503 }),
  '25P03': () => new AppError('took_too_long', 'This took too long. Nothing was changed.', { status: 503 }),
  '53300': () => new AppError('unavailable', UNAVAILABLE, { status: 503 }),
  '40001': () => new AppError('busy', 'Others are changing the same records. Please try again.', { status: 503 }),
  '40P01': () => new AppError('busy', 'Others are changing the same records. Please try again.', { status: 503 }),
  '23505': () => new AppError('conflict', 'A record with this value already exists.', { status: 409 }),
  '23503': () =>
    new AppError('in_use', 'Another record refers to this one, or the one it refers to is gone.', { status: 409 }),
  '23514': () =>
    new AppError('invalid_value', 'A value is outside what is allowed. Nothing was changed.', { status: 422 }),
  '22P02': () => new AppError('invalid_value', 'A value has the wrong format. Nothing was changed.', { status: 422 }),
  '22003': () => new AppError('invalid_value', 'A number is too large. Nothing was changed.', { status: 422 }),
  '22008': () =>
    new AppError('invalid_value', 'A date or time is outside the range that can be stored.', { status: 422 }),
  '54000': () =>
    new AppError('invalid_value', 'A text is too long to be stored. Nothing was changed.', { status: 422 }),
  '22021': () => new AppError('invalid_value', 'A text contains characters that cannot be stored.', { status: 422 }),
  '42501': forbidden,
};
const CONNECTION_LOST =
  /ECONNREFUSED|ECONNRESET|EPIPE|Connection terminated|Query read timeout|timeout exceeded when trying to connect|server closed the connection|not queryable/;

const FASTIFY: Record<string, () => AppError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new AppError('too_large', 'The request is too large.', { status: 413 }),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new AppError('unsupported_media_type', 'Send JSON with the content type application/json.', { status: 415 }),
  FST_ERR_CTP_INVALID_JSON_BODY: () => new AppError('invalid_json', 'The body is not valid JSON.', { status: 400 }),
  FST_REQ_FILE_TOO_LARGE: () =>
    new AppError('too_large', 'File is too large. The maximum size is 25 MB.', { status: 413 }),
};

function toAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  if (error instanceof ZodError) return fromZod(error);
  const { code, message, statusCode } = error as Partial<FastifyError>;
  if (code && DATABASE[code]) return DATABASE[code]();
  if (code && FASTIFY[code]) return FASTIFY[code]();
  if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return DATABASE['53100']!();
  if (message && CONNECTION_LOST.test(message)) return new AppError('unavailable', UNAVAILABLE, { status: 503 });
  if (error instanceof SyntaxError || statusCode === 400)
    return new AppError('bad_request', 'The request could not be read.', { status: 400 });
  if (statusCode && statusCode >= 400 && statusCode < 500)
    return new AppError('bad_request', 'The request could not be accepted.', { status: statusCode });
  return null;
}

export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Logger): FastifyReply {
  const known = toAppError(error);
  const status = known?.status ?? (known ? (known.fields ? 422 : 409) : 500);
  // Refusing work beyond the limit is intended, so it is not logged as a failure.
  // A file that a fault of ours keeps from being read is refused, and the fault is noted all the same.
  const fault =
    status >= 500 && known?.code !== 'busy' ? error : known?.cause instanceof EndedEarly ? known.cause : null;
  if (fault !== null)
    log.error('A request failed.', {
      request_id: request.id,
      method: request.method,
      route: request.routeOptions.url,
      reason: fault instanceof Error ? (fault.stack ?? fault.message) : 'unknown',
    });
  const wait = status === 429 || status === 503 ? retryAfter(known) : null;
  if (wait !== null) void reply.header('retry-after', String(wait));
  // An account call without a sentence shows the specification's fallback texts.
  const plain = request.url.startsWith('/api/auth/')
    ? ''
    : 'Something went wrong on our side. Your change was not saved. Please try again.';
  return reply
    .status(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send({
      detail: wait === null ? (known?.detail ?? plain) : withWait(known?.detail ?? plain, wait),
      code: known?.code ?? 'internal',
      request_id: request.id,
      ...(known?.fields
        ? { errors: Object.entries(known.fields).map(([field, message]) => ({ field, message })) }
        : {}),
    });
}

function retryAfter(error: AppError | null): number {
  const cause = error?.cause as { retryAfterSeconds?: number } | undefined;
  return cause?.retryAfterSeconds ?? 5;
}
