// A program for the test beside it: it ends in the way that its order names.
import { answerOrder } from '#server/process/program.ts';
import { AppError } from '#src/domain/errors.ts';

const grown: Buffer[] = [];
const ends: Record<string, () => unknown> = {
  answers: () => ({ bytes: new Uint8Array([1, 2, 3]), environment: Object.keys(process.env) }),
  'says who it is': () => process.pid,
  'grows and says who it is': () => (grown.push(Buffer.alloc(300 * 1024 * 1024, 1)), process.pid),
  refuses: () => {
    throw new AppError('not_text', 'This file holds no text.', { status: 422, fields: { file: 'Choose another.' } });
  },
  fails: () => {
    throw new TypeError('A fault of ours.');
  },
  crashes: () => process.kill(process.pid, 'SIGSEGV'),
  leaves: () => process.exit(0),
  loops: () => {
    for (;;);
  },
  'eats memory': () => {
    const eaten: unknown[] = [];
    for (;;) eaten.push(Array.from({ length: 1000 }, () => ({})));
  },
  'asks for much at once': () => Array.from({ length: 100_000_000 }, () => 0.5),
};

answerOrder((end: string) => ends[end]!());
