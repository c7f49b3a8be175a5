// How much work one PDF may be, however it is made.
import { AppError } from '../../../src/domain/errors.ts';

export const unreadable = () =>
  new AppError('unsafe_file', 'This file could not be processed safely.', {
    status: 422,
    fields: { file: 'This file could not be processed safely.' },
  });

/** How much may still be read and unpacked, over all of the file and what is packed in it, whatever is read twice. */
export class Allowance {
  #read: number;
  #sincePause = 0;
  #streams: number;
  /** Bytes that may still come out of what is packed. */
  unpacked: number;
  constructor({ read, unpacked, streams }: { read: number; unpacked: number; streams: number }) {
    this.#read = read;
    this.#streams = streams;
    this.unpacked = unpacked;
  }

  /** Counts what was read, or what was done instead in as many bytes. */
  spend(bytes: number): void {
    this.#read -= bytes;
    if (this.#read < 0) throw unreadable();
    this.#sincePause += bytes;
  }

  /** Whether it is time for others. */
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
