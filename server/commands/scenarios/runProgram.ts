// The process that runs a large scenario.
import { answerOrder } from '#server/process/program.ts';
import { runHere } from './runHere.ts';

answerOrder(runHere);
