// What was typed, as figures. Signs and separators that people write are accepted: "$4,000,000", "4,000,000 US$", "12.5 %".
import { say } from '../words/say.ts';
import { isIsoDate } from '../domain/dates.ts';
import { AppError } from '../domain/errors.ts';
import { ungrouped } from '../domain/figures/ungrouped.ts';
import { parseFigure } from '../domain/model/figures.ts';
import { fraction, over, whole, NOTHING } from '../domain/figures/fraction.ts';
import type { Fraction } from '../domain/figures/fraction.ts';
import type { Column, Entered, EnteredRow, Row, Tool, ToolState } from './tool.ts';

/** A figure that may be left empty, and is then none. */
export const orZero = (figure: Fraction | null | undefined): Fraction => figure ?? NOTHING;

/** Refuses: invalid_fields, by the names of the inputs. */
export function enteredOf(tool: Tool, state: ToolState): Entered {
  const faults: Record<string, string> = {};
  const read = (columns: readonly Column[], texts: Row, place: string): EnteredRow => {
    const figures: Record<string, Fraction | null> = {};
    for (const column of columns) {
      const text = (texts[column.name] ?? '').trim();
      if (column.kind === 'choice' || !(column.when?.(texts) ?? true)) continue;
      if (text === '') {
        if (!column.optional) faults[place + column.name] = say`Fill this in.`;
        continue;
      }
      if (column.kind === 'date' && !isIsoDate(text)) faults[place + column.name] = say`Enter a date.`;
      if (column.kind === 'text' || column.kind === 'date') continue;
      const figure = figureFrom(text);
      const fault = faultOf(figure, column);
      if (fault !== null) faults[place + column.name] = fault;
      else figures[column.name] = column.kind === 'percent' ? over(figure!, whole(100n)) : figure!;
    }
    return { figures, texts };
  };
  const { figures, texts } = read(tool.fields, state.fields, '');
  const rows = Object.fromEntries(
    tool.lists.map(({ name, columns }) => [
      name,
      (state.rows[name] ?? []).map((row, index) => read(columns, row, `${name}.${index}.`)),
    ]),
  );
  const [first] = Object.values(faults);
  if (first !== undefined) throw new AppError('invalid_fields', first, { fields: faults });
  return { figures, texts, rows };
}

const figureFrom = (text: string): Fraction | null =>
  parseFigure(ungrouped(text.replace(/(US)?\$|[\s_’']/g, '').replace(/%$/, '')));

const MOST = 10n ** 15n;

function faultOf(figure: Fraction | null, { kind }: Column): string | null {
  if (figure === null)
    return kind === 'percent' ? say`Enter a percentage such as 20.` : say`Enter a number such as 1,000,000.`;
  if (figure.n < 0n) return say`This must not be less than zero.`;
  if (figure.n > MOST * figure.d) return say`This is more than any company has.`;
  if (fraction(10n ** 10n, figure.d).d !== 1n) return say`At most ten decimals.`;
  if ((kind === 'shares' || kind === 'rank') && figure.d !== 1n) return say`Enter a whole number.`;
  return null;
}
