// An email address as people are shown it. A domain that mixes scripts can look like another one: "аpple.com" begins with a
// Cyrillic letter. The form that computers use stands beside it.

/** Scripts that are written together, as in Japanese and Korean, count as one. */
const SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Cyrillic}/u,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u,
];
const OTHER =
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Common}\p{Script=Inherited}]/u;

function mixesScripts(domain: string): boolean {
  const seen = [...SCRIPTS, OTHER].filter((script) => script.test(domain));
  return seen.length > 1;
}

/** `xn--pple-43d.com`; null for what is no domain. */
function asciiDomain(domain: string): string | null {
  const url = `http://${domain}`;
  return URL.canParse(url) ? new URL(url).hostname : null;
}

/** "ada@аpple.com (xn--pple-43d.com)"; most addresses as they are. */
export function shownEmail(address: string): string {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  if (!mixesScripts(domain)) return address;
  const ascii = asciiDomain(domain);
  return ascii === null || ascii === domain ? address : `${address} (${ascii})`;
}
