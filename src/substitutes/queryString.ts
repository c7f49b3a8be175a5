// What ra-core and ra-data-simple-rest need of query-string: flat parameters, spelled and sorted as it spells them.

export function stringify(values: Record<string, unknown>): string {
  return Object.keys(values)
    .sort()
    .filter((name) => values[name] !== undefined)
    .map((name) => `${encoded(name)}=${encoded(String(values[name]))}`)
    .join('&');
}

export function parse(query: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query));
}

const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);
