// Fields shared by many verbs.
import { say } from '#src/words/say.ts';
import { date, shares, text } from '../kit/fields.ts';
import { limits } from '../kit/limits.ts';

type Words = { label?: string; help?: string };

/** The date of an entry; starts as today. */
export const effectiveDay = (words: Words = {}) =>
  date({ required: true, label: say`Date`, help: say`The day on which it takes effect.`, ...words });

/** Optional text. */
export const remark = (words: Words = {}) => text({ max: limits.remark, multiline: true, ...words });

/** The reason, required and stored with the entry. */
export const reason = (words: Words = {}) => text({ required: true, max: limits.remark, multiline: true, ...words });

/** The company's own number for the resulting certificate; by default the next one of its class. */
export const certificateNumber = () => text({ max: limits.securityNumber, label: say`Certificate number` });

/** A quantity; all of it by default. */
export const quantityOrAll = (help = say`All of them, unless you enter fewer.`) =>
  shares({ positive: true, label: say`Shares`, help });
