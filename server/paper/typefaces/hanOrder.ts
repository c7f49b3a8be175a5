// Chinese, Japanese and Korean write some characters differently, and Unicode gives them one code. Which family a text is set in
// follows from its other letters, or from the national standard that has all its characters.
import type { HanFamily } from './families.ts';

const ALL: readonly HanFamily[] = ['sc', 'tc', 'jp', 'kr'];

/** The families to ask, the best one first. */
export function hanOrderOf(text: string): HanFamily[] {
  const first = bestFamily(text);
  return [first, ...ALL.filter((family) => family !== first)];
}

function bestFamily(text: string): HanFamily {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'jp';
  if (/\p{Script=Hangul}/u.test(text)) return 'kr';
  if (/\p{Script=Bopomofo}/u.test(text)) return 'tc';
  const han = text.match(/\p{Script=Han}/gu) ?? [];
  return standards().find(({ characters }) => han.every((each) => characters.has(each)))?.family ?? 'sc';
}

interface Standard {
  family: HanFamily;
  characters: ReadonlySet<string>;
}
let found: Standard[] | undefined;

/** GB 2312, Big5 and JIS X 0208, as the runtime decodes them. */
function standards(): Standard[] {
  found ??= [
    { family: 'sc', characters: decoded('gbk', [0xb0, 0xf7], [0xa1, 0xfe]) },
    { family: 'tc', characters: decoded('big5', [0xa4, 0xf9], [0x40, 0xfe]) },
    { family: 'jp', characters: decoded('euc-jp', [0xb0, 0xf4], [0xa1, 0xfe]) },
  ];
  return found;
}

function decoded(encoding: string, [first, last]: [number, number], [low, high]: [number, number]): Set<string> {
  const decoder = new TextDecoder(encoding);
  const characters = new Set<string>();
  for (let lead = first; lead <= last; lead += 1)
    for (let trail = low; trail <= high; trail += 1)
      for (const each of decoder.decode(Uint8Array.of(lead, trail))) characters.add(each);
  return characters;
}
