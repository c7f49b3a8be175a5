// Countries as people write them: two letters, three letters of a few, and the names in the languages of the headings.
const LANGUAGES = ['en', 'de', 'fr', 'nb', 'da', 'sv'];

/** Those that no list of names has. */
const OTHERS: Readonly<Record<string, string>> = {
  usa: 'US',
  'u.s.': 'US',
  'u.s.a.': 'US',
  'united states of america': 'US',
  uk: 'GB',
  'u.k.': 'GB',
  gbr: 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  deu: 'DE',
  che: 'CH',
  fra: 'FR',
  nor: 'NO',
  swe: 'SE',
  dnk: 'DK',
  nld: 'NL',
  holland: 'NL',
  'the netherlands': 'NL',
  aut: 'AT',
  esp: 'ES',
  ita: 'IT',
  irl: 'IE',
  aus: 'AU',
  ind: 'IN',
  isr: 'IL',
  sgp: 'SG',
  jpn: 'JP',
  can: 'CA',
  chn: 'CN',
  czechia: 'CZ',
  'czech republic': 'CZ',
  'hong kong': 'HK',
};

const keyOf = (name: string): string => name.normalize('NFKC').trim().toLowerCase();

let names: ReadonlyMap<string, string> | null = null;

function byName(): ReadonlyMap<string, string> {
  if (names) return names;
  const map = new Map<string, string>(Object.entries(OTHERS));
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  for (const language of LANGUAGES) {
    const regions = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    for (const first of letters)
      for (const second of letters) {
        const code = `${first}${second}`;
        // Codes of countries that are no more stand for those that they became.
        const name = new Intl.Locale(`und-${code}`).region === code ? regions.of(code) : undefined;
        if (name !== undefined && !map.has(keyOf(name))) map.set(keyOf(name), code);
      }
  }
  names = map;
  return map;
}

/** Two capital letters; empty for a text that names no country. */
export function countryOf(text: string): string {
  const code = text.trim();
  return byName().get(keyOf(text)) ?? (/^[A-Za-z]{2}$/.test(code) ? code.toUpperCase() : '');
}
