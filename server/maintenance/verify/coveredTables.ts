// The tables covered by the change chains (change_chain.sql), as Sharebook declares them: verify does not trust the database's own
// list.
import { tables } from '#server/db/tables.ts';

export interface Covered {
  name: string;
  /** The key of a row in its chain. */
  keys: readonly string[];
  /** Columns that follow from other data, which verify compares, or that only count. */
  leftOut: readonly string[];
}

const covered = Object.entries(tables).flatMap(([name, { of, sealed, unsealed = [] }]) =>
  sealed ? [{ name, keys: sealed, leftOut: unsealed, isOfCompany: of === 'company' }] : [],
);

/** The company itself is noted in both: its chain, and the installation's, where a whole company would be missed. */
export const COVERED: Record<'company' | 'installation', readonly Covered[]> = {
  company: covered.filter(({ isOfCompany }) => isOfCompany),
  installation: covered.filter(({ name, isOfCompany }) => !isOfCompany || name === 'organization'),
};
