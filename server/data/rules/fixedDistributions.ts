// Distributions whose lines no longer change, in SQL.
import { fixedStatuses } from '#src/domain/distribution/distributionMachine.ts';

/** A condition on the distribution with this alias. */
export const isFixedSql = (alias: string): string =>
  `${alias}.status in (${fixedStatuses.map((status) => `'${status}'`).join(', ')})`;
