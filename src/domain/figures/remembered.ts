// For one pass over many rows: what was worked out for a value is not worked out again. Of many holdings, few are different.

/** The function with a memory of its own. In: values that are compared as keys of a Map are, such as texts and bigints. */
export function remembered<K, V>(work: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    const kept = known.get(key);
    if (kept !== undefined) return kept;
    const value = work(key);
    known.set(key, value);
    return value;
  };
}
