// Undo is in the address of a record's page, so that a message leads to it, and it stays open when the message is gone.
import type { ListedEntry } from '#src/contract/securityPages.ts';
import { verbs } from '#src/resources/verbs/index.ts';
import { showPath } from '#src/admin/paths.ts';

export const UNDO = 'undo';

/** As the page of a record carries it, where what is recorded of it can be taken back there. */
export interface WithUndo {
  undo?: ListedEntry | null;
}

export const undoVerb = verbs.find(({ isUndo }) => isUndo)!;

export const undoPath = (resource: string, id: unknown): string => `${showPath(resource, String(id))}?${UNDO}=1`;
