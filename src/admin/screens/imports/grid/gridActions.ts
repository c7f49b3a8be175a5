// What the cells of the grid ask for.
import type { KeyboardEvent } from 'react';

export interface GridActions {
  onEdited: (text: string) => void;
  /** Ends the work on the active cell; the key says where to go on. */
  onEnd: (end: 'keep' | 'leave', key?: KeyboardEvent) => void;
  onRowUse: (row: number) => void;
  onQuestion: (id: string) => void;
}
