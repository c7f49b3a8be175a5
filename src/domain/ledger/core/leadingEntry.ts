// What a command did, by that of its entries which says most of it: a transfer also issues, a split also cancels, and an end
// of service also starts the vesting of what is kept.

const LEADING = ['TX_STOCK_CLASS_SPLIT', 'CE_STAKEHOLDER_STATUS'];
const FOLLOWING =
  /_ISSUANCE$|^TX_VESTING_|^TX_STOCK_PLAN_POOL_ADJUSTMENT$|^TX_STOCK_CLASS_AUTHORIZED_SHARES_ADJUSTMENT$/;

function rankOf(type: string): number {
  const leading = LEADING.indexOf(type);
  if (leading >= 0) return leading;
  if (!FOLLOWING.test(type)) return LEADING.length;
  return LEADING.length + (type.endsWith('_ISSUANCE') ? 1 : 2);
}

/** In: the entries of one command in the order of their writing, at least one. Out: the one that leads; of several the first. */
export function leadingEntry<E extends { object_type: string }>(entries: readonly E[]): E {
  return entries.toSorted((one, other) => rankOf(one.object_type) - rankOf(other.object_type))[0]!;
}
