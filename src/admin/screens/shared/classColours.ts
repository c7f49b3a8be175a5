// One colour for each share class, the same on every screen.
interface HasClassId {
  share_class_id: string;
}

/**
 * By the order of the ids, which grow with time: a new class takes the next colour and the others keep theirs, however
 * a table happens to be sorted.
 */
export function classColours(classes: readonly HasClassId[]): (shareClassId: string) => string {
  const ids = classes.map(({ share_class_id }) => share_class_id).sort();
  return (shareClassId) => `var(--c${(Math.max(0, ids.indexOf(shareClassId)) % 8) + 1})`;
}
