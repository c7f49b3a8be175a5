// A class's authorized, outstanding, kept and free shares, now or after the change being entered.
// Says when the charter falls short, and by how much.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { formatDecimal } from '#src/domain/figures/decimal.ts';
import { wordOf } from '#src/resources/kit/defineResource.ts';
import type { ShareClassPage } from '#src/contract/recordPages.ts';
import { formatShares } from '#src/admin/kit/format.ts';
import { useWholeRecord } from '#src/admin/session/useWholeRecord.ts';
import { typedDecimal } from '#src/admin/kit/verbs/figures.ts';
import { KeyValues } from '#src/admin/kit/parts/Card.tsx';
import { Loading } from '#src/admin/kit/parts/states.tsx';
import { UnnamedConversions } from './UnnamedConversions.tsx';

export interface Change {
  /** Shares that the change issues, and shares it promises to somebody. */
  issued?: bigint;
  promised?: bigint;
  /** Added to what plans may grant, or taken from it. */
  pooled?: bigint;
  authorized?: string;
}

const ZERO = 0n;
const figure = (value: unknown) => typedDecimal(value ?? '0') ?? ZERO;
const shown = (value: bigint) => formatShares(formatDecimal(value));

/** Null if the charter sets no limit. Negative: the number of shares it falls short by. */
function freeAfter(
  record: ShareClassPage,
  { issued = ZERO, promised = ZERO, pooled = ZERO, authorized }: Change = {},
): bigint | null {
  const limit = authorized ?? String(record.authorized_shares ?? '');
  if (!/^\d/.test(limit)) return null;
  return figure(limit) - figure(record.outstanding) - figure(record.kept) - issued - promised - pooled;
}

export function CharterRoom({ record, change = {} }: { record: ShareClassPage; change?: Change }) {
  const { issued = ZERO, promised = ZERO, pooled = ZERO } = change;
  const limit = change.authorized ?? String(record.authorized_shares ?? '');
  const free = freeAfter(record, change);
  const isAfter = issued !== ZERO || promised !== ZERO || pooled !== ZERO || change.authorized !== undefined;
  const exercise = figure(record.kept_for_options) + figure(record.kept_for_warrants) + promised;
  return (
    <>
      <KeyValues
        items={[
          [say`Authorized`, /^\d/.test(limit) ? formatShares(limit) : wordOf(null, limit)],
          [isAfter ? say`Outstanding after this` : say`Outstanding`, shown(figure(record.outstanding) + issued)],
          [say`Kept for conversion`, shown(figure(record.kept_for_conversion))],
          [
            promised === ZERO ? say`Kept for options and warrants` : say`Kept for options and warrants after this`,
            shown(exercise),
          ],
          [say`Kept for the pool`, shown(figure(record.kept_in_pool) + pooled)],
          [
            isAfter ? say`Free to issue after this` : say`Free to issue`,
            free === null ? say`no limit` : shown(free > ZERO ? free : ZERO),
          ],
        ]}
      />
      {free !== null && free < ZERO && (
        <p className="small err">
          {sayAround`The charter falls short by ${shown(-free)}: the shares outstanding and those kept for conversion, options, warrants and the pool exceed the authorized shares.`}
        </p>
      )}
      <UnnamedConversions names={record.unnamed_conversions} follows={say`no class keeps shares for that`} />
    </>
  );
}

/** The same for a class given by its id; empty until one is chosen. */
export function CharterRoomOf({ id, change = {} }: { id: unknown; change?: Change }) {
  const { record, isLoading } = useWholeRecord('share-classes', id);
  if (isLoading) return <Loading />;
  return record ? <CharterRoom record={record} change={change} /> : null;
}
