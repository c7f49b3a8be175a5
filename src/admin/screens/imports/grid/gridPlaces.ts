// Places in the file's grid, and where the arrow keys lead. Row 0 is the heads of the columns, column 0 the rows' numbers, and
// the column after the last one says what a row is.
export interface Place {
  /** 0 is the first tab. */
  tab: number;
  row: number;
  column: number;
}

export interface ActivePlace extends Place {
  /** Whether its cell takes the focus once it is drawn. */
  takesFocus: boolean;
}

export interface Extent {
  rows: number;
  columns: number;
}

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max);

export const within = (place: Place, { rows, columns }: Extent): Place => ({
  ...place,
  row: clamp(place.row, 0, rows),
  column: clamp(place.column, 0, columns + 1),
});

interface Key {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
}

/** Null for a key that does not move. `page`: how many rows are in view. */
export function moved(place: Place, { key, ctrlKey, metaKey }: Key, extent: Extent, page: number): Place | null {
  const isFar = ctrlKey || metaKey;
  const to = (change: Partial<Place>) => within({ ...place, ...change }, extent);
  switch (key) {
    case 'ArrowUp':
      return to({ row: isFar ? 1 : place.row - 1 });
    case 'ArrowDown':
      return to({ row: isFar ? extent.rows : place.row + 1 });
    case 'ArrowLeft':
      return to({ column: isFar ? 1 : place.column - 1 });
    case 'ArrowRight':
      return to({ column: isFar ? extent.columns : place.column + 1 });
    case 'PageUp':
      return to({ row: Math.max(1, place.row - page) });
    case 'PageDown':
      return to({ row: place.row + page });
    case 'Home':
      return to(isFar ? { row: 1, column: 1 } : { column: 1 });
    case 'End':
      return to(isFar ? { row: extent.rows, column: extent.columns } : { column: extent.columns });
    default:
      return null;
  }
}

/**
 * Of places in order, the one after this one, or before it; after the last comes the first. From elsewhere the whole row counts:
 * keeping a correction moves down in its column, and what stands further left in that row is not passed over.
 */
export function neighbour<P extends Place>(places: readonly P[], from: Place, isBack: boolean): P | undefined {
  const isThere = places.some((place) => order(place, from) === 0);
  if (isBack) return places.findLast((place) => order(place, from) < 0) ?? places.at(-1);
  const start = isThere ? from : { ...from, column: 0 };
  return places.find((place) => order(place, start) > 0) ?? places[0];
}

export const order = (a: Place, b: Place): number => a.tab - b.tab || a.row - b.row || a.column - b.column;
