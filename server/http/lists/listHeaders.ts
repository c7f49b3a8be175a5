// What a list's headers say: which rows these are, of how many, and where the next ones are.
import type { Listing } from '#server/data/lists/listing.ts';

/**
 * "threads 0-9/57"; an empty page is "threads *\/0"; where more match than are counted, "threads 0-9/*". Null after a row: how many
 * came before it is not known.
 */
export function contentRange(
  path: string,
  { range, after }: Listing,
  count: number,
  total: number | '*',
): string | null {
  if (after !== undefined) return null;
  const name = path.split('/').at(-1);
  const from = range?.from ?? 0;
  return count === 0 ? `${name} */${total}` : `${name} ${from}-${from + count - 1}/${total}`;
}

/** Where the rows after a full page are (RFC 8288); null after the last. */
export function nextPage(
  path: string,
  query: Record<string, string | undefined>,
  { range }: Listing,
  rows: readonly Readonly<Record<string, unknown>>[],
): string | null {
  if (!range || rows.length <= range.to - range.from) return null;
  const next = new URLSearchParams({ ...query, range: `[0,${range.to - range.from}]`, after: String(rows.at(-1)!.id) });
  return `<${path}?${next.toString()}>; rel="next"`;
}
