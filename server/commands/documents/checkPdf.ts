// Judges a PDF in a process of its own, with a limit of memory and a deadline: whatever the file is, others are answered.
import { EndedEarly, inOwnProcess } from '#server/process/inOwnProcess.ts';
import { Turns } from '#server/process/turns.ts';
import { unreadablePdf } from './pdfRefusals.ts';

/** An honest file of 25 MB takes less than a second. */
const LIMITS = { deadlineMs: 15_000, memoryMb: 512 };
const turns = new Turns(
  { atOnce: 2, waiting: 64, ofAccount: 24 },
  'Too many PDFs are being checked right now. Please try again.',
);

/** Refuses: as `refuseActivePdf`, unsafe_file also for one that takes too long or too much memory; busy (503), too_many (429). */
export async function checkPdf(bytes: Buffer): Promise<void> {
  try {
    await turns.take(() => inOwnProcess<void>(new URL('pdfProgram.ts', import.meta.url), bytes, LIMITS));
  } catch (error) {
    // What the library fails at, another reader takes for something else. A fault is noted with the refusal (problem.ts).
    if (error instanceof EndedEarly) throw unreadablePdf(error.isTooMuch ? undefined : error);
    throw error;
  }
}
