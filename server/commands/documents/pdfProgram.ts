// The process that judges PDFs.
import { answerOrder } from '#server/process/program.ts';
import { refuseActivePdf } from './activePdf.ts';

answerOrder((bytes: Uint8Array) => refuseActivePdf(bytes));
