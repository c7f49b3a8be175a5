// The cell that is being corrected, and the corrections that are on their way.
import { say } from '#src/words/say.ts';
import { useRef, useState } from 'react';
import { columnLetters } from '#src/domain/sheets/values/cells.ts';
import type { SheetAnswering } from '../useSheet.ts';
import type { Place } from './gridPlaces.ts';
import { cellKey } from './tabMarks.ts';

export interface CellWork {
  /** What is typed into the active cell; null while none is being corrected. */
  edited: string | null;
  /** In: what the box holds at first, and what the cell holds now. */
  begin: (text: string, now: string) => void;
  type: (text: string) => void;
  keep: () => void;
  leave: () => void;
  /** Null takes a correction back. */
  correct: (place: Place, text: string | null) => void;
  /** Texts of this tab that are not kept yet, by their cells. */
  waiting: ReadonlyMap<string, string>;
}

interface Given {
  place: Place;
  tab: string | null;
  answering: SheetAnswering;
  onKept: (what: string) => void;
}

export function useCellWork({ place, tab, answering, onKept }: Given): CellWork {
  const [edited, setEdited] = useState<string | null>(null);
  // Leaving the box by a key also takes the focus from it: only the first of the two ends the work.
  const open = useRef<{ place: Place; now: string } | null>(null);
  const [waiting, setWaiting] = useState<ReadonlyMap<string, string>>(new Map());
  const correct = async (at: Place, text: string | null) => {
    const key = cellKey(at.row, at.column);
    const column = columnLetters(at.column);
    if (text !== null) setWaiting((all) => new Map(all).set(key, text));
    const isKept = await answering.answer({ cells: [{ tab, row: at.row, column, text }] });
    setWaiting((all) => new Map([...all].filter(([each, other]) => each !== key || other !== text)));
    if (isKept)
      onKept(text === null ? say`${column}${at.row} is as the file has it.` : say`${column}${at.row} is corrected.`);
  };
  return {
    edited,
    begin: (text, now) => {
      open.current = { place, now };
      setEdited(text);
    },
    type: setEdited,
    keep: () => {
      const begun = open.current;
      open.current = null;
      setEdited(null);
      if (begun && edited !== null && edited !== begun.now) void correct(begun.place, edited);
    },
    leave: () => {
      open.current = null;
      setEdited(null);
    },
    correct: (at, text) => void correct(at, text),
    waiting,
  };
}
