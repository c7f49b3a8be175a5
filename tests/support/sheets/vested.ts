// What has vested of a security on a day, by the objects that a reading makes.
import { formatDecimal, parseDecimal } from '#src/domain/figures/decimal.ts';
import { textOf } from '#src/domain/ledger/core/fields.ts';
import type { SheetResult } from '#src/domain/sheets/readSheet.ts';
import { scheduleOf } from '#src/domain/vesting/schedule.ts';

/** In: its number, or the name in its id where it has none. */
export function vestedOn({ statics, transactions }: SheetResult, number: string, day: string): string {
  const issuance = transactions.find((each) => textOf(each, 'custom_id') === number);
  if (!issuance) throw new Error(`No security ${number}`);
  const id = textOf(issuance, 'vesting_terms_id');
  const terms = statics.find((each) => each['object_type'] === 'VESTING_TERMS' && each['id'] === id) ?? null;
  const starts = transactions.filter(
    (each) => each.object_type === 'TX_VESTING_START' && each['security_id'] === issuance['security_id'],
  );
  const schedule = scheduleOf({
    quantity: parseDecimal(textOf(issuance, 'quantity')!)!,
    issued_on: textOf(issuance, 'date')!,
    terms,
    terms_missing: id !== null && terms === null,
    vestings: [],
    facts: starts.map((each) => ({
      fact: 'START',
      effective_date: textOf(each, 'date')!,
      vesting_condition_id: textOf(each, 'vesting_condition_id'),
      quantity: null,
    })),
  });
  return formatDecimal(schedule.vestedAt(day) ?? -1n);
}
