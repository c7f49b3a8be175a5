// The rows of a tab, fetched by pages as they come into sight.
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { SheetGrid, SheetReading } from '#src/contract/sheets.ts';
import { columnNumber } from '#src/domain/sheets/values/cells.ts';
import { useConsoleData } from '#src/admin/session/useRead.ts';
import { sheetAddress } from '../useSheet.ts';

export interface ShownRow {
  number: number;
  hidden: boolean;
  /** By the column's number; an empty cell is absent. */
  texts: ReadonlyMap<number, string>;
}
export type TabSize = SheetGrid['tabs'][number];

const ROWS_A_PAGE = 100;
const ROWS_OF_A_WIDE_PAGE = 25;
const WIDE = 100;
/** Pages that are only passed while scrolling are not asked for. */
const REST_MS = 120;

const keyOf = (id: string) => ['sheet grid', id];

function usePageQuery(id: string) {
  const data = useConsoleData();
  return (tab: number, from: number, rows: number) => ({
    queryKey: [...keyOf(id), tab, from, rows],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      try {
        return await data.read<SheetGrid>(`${sheetAddress(id)}/grid?tab=${tab}&from=${from}&rows=${rows}`, { signal });
      } catch (error) {
        if (!signal.aborted) console.error('Rows of the file could not be read', error);
        throw error;
      }
    },
    retry: false,
    staleTime: Infinity,
  });
}

/** The tabs of the file and how far each is filled. */
export function useGridTabs({ id, corrections }: SheetReading) {
  const queryClient = useQueryClient();
  const pageQuery = usePageQuery(id);
  const text = JSON.stringify(corrections);
  const current = useRef(text);
  // What was corrected, or taken back, is read again; meanwhile the rows stay as they are.
  useEffect(() => {
    if (text === current.current) return;
    current.current = text;
    void queryClient.invalidateQueries({ queryKey: keyOf(id) });
  }, [text, id, queryClient]);
  return useQuery(pageQuery(0, 1, ROWS_A_PAGE));
}

export interface GridPages {
  /** Undefined for a row that is not read yet; null for an empty one. */
  rowAt: (row: number) => ShownRow | null | undefined;
  failed: { from: number; to: number; retry: () => void } | null;
}

interface Sight {
  first: number;
  last: number;
}

export function useGridPages(id: string, tab: number, lastColumn: number, { first, last }: Sight): GridPages {
  const pageQuery = usePageQuery(id);
  const size = lastColumn > WIDE ? ROWS_OF_A_WIDE_PAGE : ROWS_A_PAGE;
  const [from, to] = useAtRest(Math.floor((first - 1) / size), Math.floor((last - 1) / size));
  const pages = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const results = useQueries({ queries: pages.map((page) => pageQuery(tab, page * size + 1, size)) });
  const byPage = new Map(pages.map((page, index) => [page, results[index]!]));
  const queryClient = useQueryClient();
  const broken = pages.find((page) => byPage.get(page)!.isError);
  return {
    rowAt: (row) => {
      const page = Math.floor((row - 1) / size);
      const answer =
        byPage.get(page)?.data ?? queryClient.getQueryData<SheetGrid>(pageQuery(tab, page * size + 1, size).queryKey);
      return answer && (rowsOf(answer).get(row) ?? null);
    },
    failed:
      broken === undefined
        ? null
        : {
            from: broken * size + 1,
            to: (broken + 1) * size,
            retry: () => results.forEach((result) => result.isError && void result.refetch()),
          },
  };
}

const rowsByAnswer = new WeakMap<SheetGrid, Map<number, ShownRow>>();

function rowsOf(answer: SheetGrid): Map<number, ShownRow> {
  let rows = rowsByAnswer.get(answer);
  if (!rows) {
    rows = new Map(
      answer.rows.map(({ number, hidden, cells }) => [
        number,
        { number, hidden, texts: new Map(cells.map(({ column, text }) => [columnNumber(column), text])) },
      ]),
    );
    rowsByAnswer.set(answer, rows);
  }
  return rows;
}

/** The pages in sight, once the scrolling rests. */
function useAtRest(first: number, last: number): [number, number] {
  const [at, setAt] = useState<[number, number]>([first, last]);
  useEffect(() => {
    const timer = setTimeout(() => setAt([first, last]), REST_MS);
    return () => clearTimeout(timer);
  }, [first, last]);
  return at;
}
