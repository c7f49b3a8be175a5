// Fields that many verbs ask in the same way.
import { date, shares, text } from '../kit/fields.ts';

/** Free words that are kept with an entry of the ledger. */
export const REMARK_MAX = 1000;

type Words = { label?: string; help?: string };

/** The day of an entry. It starts as today. */
export const effectiveDay = (words: Words = {}) =>
  date({ required: true, label: 'Date', help: 'The day on which it takes effect.', ...words });

/** Words that may be left out. */
export const remark = (words: Words = {}) => text({ max: REMARK_MAX, multiline: true, ...words });

/** Why it is done: kept with the entry, and needed. */
export const reason = (words: Words = {}) => text({ required: true, max: REMARK_MAX, multiline: true, ...words });

/** A number of the company's own for the certificate that results; the next one of its class where it is left out. */
export const certificateNumber = () => text({ max: 60, label: 'Certificate number' });

/** How many of what is there; all of them where it is left out. */
export const quantityOrAll = () =>
  shares({ positive: true, label: 'Shares', help: 'All of them, unless you enter fewer.' });
