// A series beside a class, for what converts in a round: its rights, with a name, a price and authorized shares of its own.
import { seriesPrefix } from '#src/domain/round/ownSeries.ts';
import { shareClasses } from '#src/resources/shareClasses.ts';
import type { Row } from '#server/db/database.ts';

interface OfSeries {
  name: string;
  /** "Series A-2": 2. */
  number: number;
  price: string;
  authorized_shares: string;
}

/** What is given to `createShareClass`. It begins by converting one for one, whatever became of the other class since. */
export function seriesBody(beside: Row, { name, number, price, authorized_shares }: OfSeries): Row {
  const rights = Object.entries(shareClasses.fields).flatMap(([field, declared]) =>
    ('readOnly' in declared && declared.readOnly) || beside[field] === undefined || beside[field] === null
      ? []
      : [[field, beside[field]] as const],
  );
  return {
    ...Object.fromEntries(rights),
    name,
    prefix: seriesPrefix(String(beside.prefix), number),
    authorized_shares,
    price_per_share: price,
    ...(beside.converts_to_share_class_id ? { conversion_ratio: '1' } : { conversion_ratio: null }),
  };
}
