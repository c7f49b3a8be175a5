// Convertibles as they are written, checked as a round would check them.
import { say } from '#src/words/say.ts';
import { isIsoDate } from '#src/domain/dates.ts';
import { AppError } from '#src/domain/errors.ts';
import { fault } from './input.ts';
import type { Instrument } from '../roundTerms.ts';
import { solveRound } from '../round.ts';
import { roundTerms } from '../roundCall.ts';
import type { WrittenInstrument } from '../roundCall.ts';

/** `field`: where they are; `<field>.<n>.…` for several. Refuses (422): the fields at fault, no_answer. */
export function instrumentsOf(written: readonly WrittenInstrument[], field: string): Instrument[] {
  return checked(written, (own) => own.replace(/^instruments/, field));
}

/** One that others may follow: the instruments whose terms it may take need not be there yet. */
export function instrumentOf(written: WrittenInstrument): Instrument {
  const better_of = written.better_of ?? [];
  const [terms] = checked([{ ...written, better_of: [] }], (own) => own.replace(/^instruments(\.0)?/, 'instrument'));
  return { ...terms!, better_of };
}

/** A round at a fixed price has an answer for all terms that are lawful. */
function checked(instruments: readonly WrittenInstrument[], named: (field: string) => string): Instrument[] {
  try {
    for (const [index, { interest }] of instruments.entries())
      for (const day of ['from', 'to'] as const)
        if (interest && !isIsoDate(interest[day]))
          throw fault(`instruments.${index}.interest.${day}`, say`Enter a day.`);
    const round = { outstanding_fully_diluted: 1, unallocated_pool: 0, pre_money: 1, new_money: 0 };
    const terms = roundTerms({ ...round, method: 'pre_money', pool: null, instruments });
    solveRound(terms);
    return [...terms.instruments];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const fields = Object.entries(error.fields ?? {}).map(([field, sentence]) => [named(field), sentence] as const);
    throw new AppError(error.code, error.detail, { status: 422, fields: Object.fromEntries(fields) });
  }
}
