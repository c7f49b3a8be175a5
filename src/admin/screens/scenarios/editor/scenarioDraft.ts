// What was typed and is not saved yet: kept in the tab until it is, so that neither a reload nor leaving the page loses it.
import type { TypedStart } from '#src/domain/model/scenario/startState.ts';
import type { Step } from '#src/domain/model/scenario/steps.ts';
import { draftPlace, keep, readKept } from '#src/auth/keptDrafts.ts';
import { readUser } from '#src/auth/session.ts';
import type { ScenarioRecord } from '../scenarioRecord.ts';

export interface Edited {
  name: string;
  /** Typed in; null where the ledger on a day is the start. */
  start: TypedStart | null;
  steps: readonly Step[];
}

export interface ScenarioDraft {
  edited: Edited;
  /** The version that it was typed on. */
  version: ScenarioRecord['version'];
  /** What a save that was under way had sent: the next version, if it arrived. */
  sent: Edited | null;
}

const placeOf = (id: string) => draftPlace('draft', readUser(), `scenario ${id}`);

export const readScenarioDraft = (id: string): ScenarioDraft | null => readKept<ScenarioDraft>('draft', placeOf(id));

/** Null: everything is saved. */
export const keepScenarioDraft = (id: string, draft: ScenarioDraft | null): void => keep('draft', placeOf(id), draft);

export const savedOf = ({ name, start, steps }: ScenarioRecord): Edited => ({ name, start, steps });

interface Opening {
  edited: Edited;
  version: ScenarioRecord['version'];
  /** What was typed is of a version that somebody else has changed meanwhile. */
  isStale: boolean;
}

/** What a page opens with: the saved scenario, or what was typed on it and is not saved. */
export function openingOf(record: ScenarioRecord, isReadOnly: boolean): Opening {
  const saved = savedOf(record);
  const kept = isReadOnly ? null : readScenarioDraft(record.id);
  if (!kept || isSame(kept.edited, saved)) return { edited: saved, version: record.version, isStale: false };
  const isOurs = kept.version === record.version || (kept.sent !== null && isSame(kept.sent, saved));
  return { edited: kept.edited, version: isOurs ? record.version : kept.version, isStale: !isOurs };
}

/** The database keeps objects in an order of its own, and a name without the blanks around it. */
const isSame = (one: Edited, other: Edited): boolean => ordered(one) === ordered(other);

const ordered = ({ name, ...rest }: Edited): string =>
  JSON.stringify({ ...rest, name: name.trim() }, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

const underWay = new Map<string, Promise<void>>();

/** The save of a page that was left, after which the server has what was typed there; null when there is none. */
export const leftSave = (id: string): Promise<void> | null => underWay.get(id) ?? null;

export function noteLeftSave(id: string, save: Promise<void>): void {
  underWay.set(id, save);
  void save.finally(() => underWay.get(id) === save && underWay.delete(id));
}
