// The thread in which a long sheet is put on paper.
import { parentPort, workerData } from 'node:worker_threads';
import type { PaperOrder } from './makePaper.ts';
import { madeHere } from './makePaper.ts';

const { buffer } = new Uint8Array(await madeHere(workerData as PaperOrder));
parentPort!.postMessage(buffer, [buffer]);
