// A package repeats itself: its kinds, holders and classes stand in each of hundreds of thousands of objects. Each of these
// texts is kept once.

const REPEATED = ['object_type', 'stakeholder_id', 'stock_class_id', 'stock_plan_id', 'vesting_terms_id'] as const;
const TEXTS_MAX = 100_000;

/** In: an object as parsed. Its repeated texts are replaced by equal ones out of `kept`, which gains those it lacks. */
export function shareTexts(object: Record<string, unknown>, kept: Map<string, string>): void {
  for (const name of REPEATED) {
    const text = object[name];
    if (typeof text !== 'string') continue;
    const known = kept.get(text);
    if (known !== undefined) object[name] = known;
    else if (kept.size < TEXTS_MAX) kept.set(text, text);
  }
}
