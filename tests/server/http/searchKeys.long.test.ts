// The key of the search's index: whatever the search finds has a key that contains the key of what was typed, or is named as rare.
import { expect, it } from 'vitest';
import { foldLetters, withoutAccents } from '#src/domain/letters.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const SURROGATES = [0xd800, 0xdfff] as const;

it('is the same for every letter and for its folded form, except for those named as rare', async () => {
  const letters: string[] = [];
  for (let code = 0x20; code < 0x20000; code += 1)
    if (code < SURROGATES[0] || code > SURROGATES[1]) letters.push(String.fromCodePoint(code));
  const keysOf = async (texts: readonly string[]) =>
    await server.sql<{ key: string; is_rare: boolean }>(
      'select search_key(t) as key, has_rare_letters(t) as is_rare from unnest($1::text[]) with ordinality as u (t, n) order by n',
      [texts],
    );
  const own = await keysOf(letters);
  const folded = letters.map((letter) => foldLetters(letter));
  const [byFold, plain] = [await keysOf(folded), await keysOf(folded.map((text) => withoutAccents(text)))];
  const missed = letters.filter(
    (_, at) => !own[at]!.is_rare && (own[at]!.key !== byFold[at]!.key || own[at]!.key !== plain[at]!.key),
  );
  expect(missed.map((letter) => `U+${letter.codePointAt(0)!.toString(16)} ${letter}`)).toEqual([]);
  // What find_numbers knows of a certificate's number are the letters of its head, which are small ones of the database's locale.
  const heads = await server.sql<{ head: string }>(
    `select rtrim(lower(btrim(t || '-')), '0123456789') as head from unnest($1::text[]) with ordinality as u (t, n) order by n`,
    [letters],
  );
  const byHead = await keysOf(heads.map(({ head }) => head));
  const withDash = await keysOf(letters.map((letter) => (letter === ' ' ? '-' : `${letter}-`)));
  const missedByHead = letters.filter(
    (_, at) => !byHead[at]!.is_rare && (own[at]!.is_rare || byHead[at]!.key !== withDash[at]!.key),
  );
  expect(missedByHead.map((letter) => `U+${letter.codePointAt(0)!.toString(16)} ${letter}`)).toEqual([]);
});
