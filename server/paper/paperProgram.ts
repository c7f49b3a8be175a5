// The process that makes a long workbook or PDF.
import { answerOrder } from '../process/program.ts';
import { madeHere } from './makePaper.ts';

answerOrder(madeHere);
