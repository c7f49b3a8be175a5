// The process that makes a long workbook or PDF.
import { answerOrder } from '../process/program.ts';
import { inLocale } from '../words/inLocale.ts';
import type { PaperOfReader } from './makePaper.ts';
import { writePaper } from './writePaper.ts';

answerOrder(({ locale, order }: PaperOfReader) => inLocale(locale, () => writePaper(order)));
