// Saves memory: types, ids of holders and classes, and empty lists repeat in hundreds of thousands of objects, and are kept once.

const REPEATED = ['object_type', 'stakeholder_id', 'stock_class_id', 'stock_plan_id', 'vesting_terms_id'] as const;
const NOTHING: readonly never[] = Object.freeze([]);
const TEXTS_MAX = 100_000;

/** Replaces repeated texts of a parsed object by the equal text in `kept`, and adds new ones to `kept`. */
export function shareRepeated(object: Record<string, unknown>, kept: Map<string, string>): void {
  for (const name of REPEATED) {
    const text = object[name];
    if (typeof text !== 'string') continue;
    const known = kept.get(text);
    if (known !== undefined) object[name] = known;
    else if (kept.size < TEXTS_MAX) kept.set(text, text);
  }
  for (const name in object) {
    const value = object[name];
    if (Array.isArray(value) && value.length === 0) object[name] = NOTHING;
  }
}
