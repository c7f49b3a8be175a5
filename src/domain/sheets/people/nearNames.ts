// Q11: names that may be one: the same words in another order or with other punctuation, or one letter apart.

const LEGAL_FORMS =
  /\b(?:llc|lp|llp|inc|incorporated|ltd|limited|corp|corporation|gmbh|ag|ab|as|aps|sas|sarl|plc|co)\b/g;

/** Words in order, without punctuation, accents and legal forms: "Northgate, L.P." and "northgate lp" are the same. */
function skeletonOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/\b([a-z])\.\s?(?=[a-z]\b\.?)/g, '$1')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(LEGAL_FORMS, ' ');
  return plain.split(' ').filter(Boolean).sort().join(' ');
}

const LENGTH_MIN = 6;
/** Shorter names are not compared if they have an initial: it tells people apart. */
const INITIALS_FROM = 10;
const LENGTH_MAX = 60;
const NAME_LENGTH_MAX = 200;
const PAIRS_MAX = 50;

/** Pairs of indices, at most fifty, of those that `counts` lets through. Work in proportion to the length of the names, not to the number of pairs. */
export function nearPairs(
  names: readonly string[],
  counts: (a: number, b: number) => boolean = () => true,
): [number, number][] {
  const pairs = new Map<string, [number, number]>();
  const add = (a: number, b: number) => {
    if (a !== b && pairs.size < PAIRS_MAX && counts(Math.min(a, b), Math.max(a, b)))
      pairs.set(`${Math.min(a, b)} ${Math.max(a, b)}`, [Math.min(a, b), Math.max(a, b)]);
  };
  const first = new Map<string, number>();
  const compared = new Map<string, number>();
  const shortened = new Map<string, number>();
  names.forEach((name, index) => {
    const skeleton = name.length > NAME_LENGTH_MAX ? '' : skeletonOf(name);
    if (skeleton === '') return;
    const same = first.get(skeleton);
    if (same !== undefined) {
      add(same, index);
      return;
    }
    first.set(skeleton, index);
    // Numbers tell people and funds apart: "Fund I" and "Fund II", "Holder 12" and "Holder 13".
    if (skeleton.length < LENGTH_MIN || skeleton.length > LENGTH_MAX || /\d|\b[ivx]+\b/.test(skeleton)) return;
    if (skeleton.length < INITIALS_FROM && /(?:^| )\p{L}(?: |$)/u.test(skeleton)) return;
    if (names.length > 5000) return;
    const longer = shortened.get(skeleton);
    if (longer !== undefined) add(longer, index);
    for (let at = 0; at < skeleton.length; at += 1) {
      const [before, after] = [skeleton.slice(0, at), skeleton.slice(at + 1)];
      const shorter = compared.get(before + after);
      if (shorter !== undefined) add(shorter, index);
      // A letter more, and another letter in its place.
      for (const without of [before + after, `${before}\u0000${after}`]) {
        const other = shortened.get(without);
        if (other === undefined) shortened.set(without, index);
        else if (without.includes('\u0000')) add(other, index);
      }
    }
    compared.set(skeleton, index);
  });
  return [...pairs.values()];
}
