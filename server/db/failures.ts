// What the database's failures are to whoever asked.
import { AppError } from '#src/domain/errors.ts';
import { Standstill } from './pulse.ts';
import { LIMIT_SECONDS } from './tx.ts';

export const isTimeout = (error: unknown) =>
  error instanceof Standstill || (error instanceof Error && error.message === 'Query read timeout');
export const unavailable = (cause: unknown) =>
  new AppError('unavailable', 'The service is temporarily unavailable. Please try again.', { status: 503, cause });

/** No failure of ours, so nothing is logged. */
export const tooMuchAtOnce = () =>
  new AppError('busy', 'Too much is under way for you or your company right now. Please try again.', { status: 503 });

export const tookTooLong = (cause: unknown) =>
  new AppError(
    'took_too_long',
    `This takes longer than ${LIMIT_SECONDS.reading} seconds, so it was stopped. Ask for less, such as with a filter.`,
    { status: 503, cause },
  );

export const sessionInvalid = () =>
  new AppError('session_invalid', 'Your session has ended. Please sign in again.', { status: 401 });
