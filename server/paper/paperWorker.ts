// The thread that makes a long workbook or PDF.
import { parentPort, workerData } from 'node:worker_threads';
import type { PaperOrder } from './makePaper.ts';
import { madeHere } from './makePaper.ts';

const { buffer } = new Uint8Array(await madeHere(workerData as PaperOrder));
parentPort!.postMessage(buffer, [buffer]);
