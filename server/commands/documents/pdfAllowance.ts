// Limits the work spent on one PDF, however it is built.
import { AppError } from '#src/domain/errors.ts';

export const unreadable = () =>
  new AppError('unsafe_file', 'This file could not be processed safely.', {
    status: 422,
    fields: { file: 'This file could not be processed safely.' },
  });

/**
 * The remaining bytes that may be read and unpacked, over the file and its packed content. Bytes read twice count
 * twice.
 */
export class Allowance {
  #read: number;
  #sincePause = 0;
  #streams: number;
  /** Bytes that may still be unpacked. */
  unpacked: number;
  constructor({ read, unpacked, streams }: { read: number; unpacked: number; streams: number }) {
    this.#read = read;
    this.#streams = streams;
    this.unpacked = unpacked;
  }

  /** Counts bytes read, or other work expressed in bytes. */
  spend(bytes: number): void {
    this.#read -= bytes;
    if (this.#read < 0) throw unreadable();
    this.#sincePause += bytes;
  }

  /** Whether to yield to other requests now. */
  isPauseDue(): boolean {
    if (this.#sincePause < PAUSE_BYTES) return false;
    this.#sincePause = 0;
    return true;
  }

  spendStream(): void {
    this.#streams -= 1;
    if (this.#streams < 0) throw unreadable();
  }
}

const PAUSE_BYTES = 16_384;
