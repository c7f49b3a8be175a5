// The ledger is read import by import, but exported as one package, and must give the same table both ways. So an import is
// refused if its entries would come before an existing one, or supply what that one lacked.
import { dateOf, idOf, typeOf, typed } from '#src/domain/ledger/core/fields.ts';
import type { Effects, Finding, OcfObject } from '#src/domain/ledger/core/types.ts';
import { runYielding } from '#server/data/runYielding.ts';
import { foldAsOne } from '#server/data/replay.ts';
import type { StaticObject, StoredEntry } from '#server/data/replay.ts';

/** Cannot be accepted (ruleWords.ts). */
const READ_OTHERWISE = 'read_otherwise';

export interface Halves {
  here: { statics: readonly StaticObject[]; entries: readonly StoredEntry[]; effects: Effects };
  adds: { statics: readonly OcfObject[]; transactions: readonly OcfObject[]; effects: Effects };
  /** Classes that allow fractional shares. */
  fractions: readonly string[];
}

/** Out: an error for each existing or added entry that would have a different effect in one combined package. */
export async function conflictingEntries({ here, adds, fractions }: Halves): Promise<Finding[]> {
  if (here.entries.length === 0 || adds.statics.length + adds.transactions.length === 0) return [];
  const own = here.entries.map(({ ocf }) => ocf);
  const objects = here.statics.map(typed);
  const all = await runYielding(foldAsOne([...objects, ...adds.statics], [...own, ...adds.transactions], fractions));
  const changed = differences([here.effects, adds.effects], all);
  if (changed.size === 0) return [];
  // Differences that exist without the package are not caused by it.
  const alone = await runYielding(foldAsOne(objects, own, fractions));
  for (const key of differences([here.effects], alone).keys()) changed.delete(key);
  const named = new Set(changed.values());
  return [
    ...here.entries
      .filter(({ id }) => named.has(id))
      .map(({ ocf, seq }) =>
        fault(ocf, `is already recorded (entry No. ${seq}). This package would change its effect.`),
      ),
    ...adds.transactions
      .filter((transaction) => named.has(idOf(transaction)))
      .map((transaction) =>
        fault(
          transaction,
          'is dated before an entry that is already recorded. Read in the order of their dates, it would have a different effect.',
        ),
      ),
  ];
}

function fault(transaction: OcfObject, what: string): Finding {
  const [object_type, object_id] = [typeOf(transaction), idOf(transaction)];
  const message = `${object_type} ${object_id} of ${dateOf(transaction, 'date') ?? 'no day'} ${what}`;
  return { rule: READ_OTHERWISE, severity: 'error', object_type, object_id, message };
}

/** The entries behind the rows that only one side has, by row. */
function differences(parts: readonly Effects[], whole: Effects): Map<string, string> {
  const unmatched = new Map<string, string>();
  for (const part of parts) for (const [key, id] of rowsOf(part)) unmatched.set(key, id);
  for (const [key, id] of rowsOf(whole)) if (!unmatched.delete(key)) unmatched.set(key, id);
  return unmatched;
}

function* rowsOf({ securities, terminations, reductions }: Effects): Generator<[key: string, transactionId: string]> {
  for (const { transaction_id: id, security_id, issued_on } of securities)
    yield [JSON.stringify(['issued', security_id, issued_on, id]), id];
  for (const { transaction_id: id, security_id, on_date } of terminations)
    yield [JSON.stringify(['ended', security_id, on_date, id]), id];
  for (const { transaction_id: id, security_id, on_date, quantity } of reductions)
    yield [JSON.stringify(['reduced', security_id, on_date, quantity, id]), id];
}
