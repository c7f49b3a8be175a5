// The server's log: lines of JSON on the standard output.
import { pino } from 'pino';
import type { Logger } from './deps.ts';

export function createLogger(isProduction: boolean): Logger {
  const logger = pino({ level: isProduction ? 'info' : 'warn', base: null });
  return {
    info: (message, fields) => logger.info(fields ?? {}, message),
    warn: (message, fields) => logger.warn(fields ?? {}, message),
    error: (message, fields) => logger.error(fields ?? {}, message),
  };
}
