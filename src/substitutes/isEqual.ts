// lodash's isEqual for ra-core, which compares what JSON has: parameters, filters and records.

export default function isEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every(
      (name) => Object.hasOwn(other, name) && isEqual(one[name as keyof typeof one], other[name as keyof typeof other]),
    )
  );
}
