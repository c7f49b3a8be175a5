// Which securities an entry of the ledger names.
import { listOf, textOf } from '#src/domain/ledger/core/fields.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';

/** An entry names a security as its own, or as one that it made. */
export const securitiesNamedBy = (entry: OcfObject): string[] => [
  ...(textOf(entry, 'security_id') === null ? [] : [textOf(entry, 'security_id')!]),
  ...listOf(entry, 'resulting_security_ids').filter((each): each is string => typeof each === 'string'),
  ...(textOf(entry, 'balance_security_id') === null ? [] : [textOf(entry, 'balance_security_id')!]),
];
