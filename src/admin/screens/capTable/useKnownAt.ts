// "As recorded on": turns a day or an entry number into the last entry known then.
import { useRead } from '#src/admin/session/useRead.ts';
import type { View } from './capTableRules.ts';

interface Entry {
  id: string;
  seq: number;
  recorded_at: string;
}

export interface Known {
  /** Null: all entries known now. "0": none were known yet. */
  seq: string | null;
  /** The entry itself, for the sentence that says what is shown. */
  entry: Entry | null;
  isPending: boolean;
  error: unknown;
  retry: () => void;
}

export function useKnownAt({ knownAt, knownOn }: Pick<View, 'knownAt' | 'knownOn'>): Known {
  const filter = knownAt ? { seq_lte: Number(knownAt) } : knownOn ? { recorded_at_lte: knownOn } : null;
  const query = { sort: '["seq","DESC"]', range: '[0,0]', filter: JSON.stringify(filter) };
  const path = filter && `/api/transactions/?${new URLSearchParams(query).toString()}`;
  const { data, error, isPending, refetch } = useRead<Entry[]>(path);
  const entry = data?.[0] ?? null;
  const seq = path === null ? null : String(entry?.seq ?? 0);
  return { seq, entry, isPending: path !== null && isPending, error, retry: () => void refetch() };
}
