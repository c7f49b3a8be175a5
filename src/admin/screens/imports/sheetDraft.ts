// The accepted warnings, the reasons for differences and the chosen people of a file that is not applied yet: kept in this browser until then.
import { draftPlace, keep, readKept } from '#src/auth/keptDrafts.ts';
import { readUser } from '#src/auth/session.ts';

/** Whose details become those of the file: their ids. */
export type ChosenPeople = 'all' | string[];

export interface SheetDraft {
  /** The warnings that were accepted, as they were. */
  accepted: string | null;
  /** Why a total differs, by its line. */
  reasons: Record<string, string>;
  people: ChosenPeople;
}

const placeOf = (id: string) => draftPlace('import', readUser(), `sheet ${id}`);

export function readSheetDraft(id: string): SheetDraft {
  return { accepted: null, reasons: {}, people: [], ...readKept<Partial<SheetDraft>>('import', placeOf(id)) };
}

export function keepSheetDraft(id: string, draft: SheetDraft | null): void {
  keep('import', placeOf(id), draft);
}
