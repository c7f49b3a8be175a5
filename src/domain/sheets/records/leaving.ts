// A holder of shares who has left: shares stay with who holds them until somebody records what became of them.
import type { RowReader } from './rowReader.ts';

/** Says that the day of leaving is not imported with shares. */
export function noteLeaving(reader: RowReader): void {
  const left = reader.day('termination_date');
  if (left === null) return;
  reader.warn(
    'leaving_not_read',
    'termination_date',
    `The holder left on ${left}. The shares are imported as held, and the leaving is not: end the holder’s service after the import, and record a repurchase of shares that had not vested.`,
  );
}
