// Finds shareholders of the company by the names that are typed in steps. The tables know the largest alone, so the server is asked.
import { createContext, useContext, useEffect } from 'react';
import { useQueries, useQuery } from '@tanstack/react-query';
import type { Step } from '#src/domain/model/scenario/steps.ts';
import type { ConsoleDataProvider } from '#src/dataProvider.ts';
import type { Shareholder } from '#src/resources/shareholders.ts';
import { useSettled } from '#src/admin/kit/form/useSettled.ts';
import { useConsoleData } from '#src/admin/session/useRead.ts';

/** Whether the scenario starts from the ledger, so that its people may be shareholders. */
export const OfLedger = createContext(false);

interface Found {
  id: string;
  name: string;
}

const SUGGESTED = 25;
/** As many as a list can answer at once. */
const MOST = 1000;
const SETTLED_AFTER_MS = 250;

const search = (data: ConsoleDataProvider, text: string) => ({
  queryKey: ['shareholders', 'of a scenario', text],
  enabled: text !== '',
  retry: false,
  staleTime: 60_000,
  queryFn: async (): Promise<Found[]> => {
    const list = (perPage: number) =>
      data.getList<Shareholder & Found>('shareholders', {
        filter: { q: text },
        pagination: { page: 1, perPage },
        sort: { field: 'name', order: 'ASC' },
      });
    const first = await list(SUGGESTED);
    const { data: rows } = (first.total ?? 0) > SUGGESTED ? await list(MOST) : first;
    return rows.map(({ id, name }) => ({ id, name }));
  },
});

interface HolderSearch {
  suggestions: readonly string[];
  /** How many have exactly this name; null while that is not known. */
  named: number | null;
}

const NOBODY: HolderSearch = { suggestions: [], named: 0 };

export function useHolderSearch(typed: string): HolderSearch {
  const data = useConsoleData();
  const isOfLedger = useContext(OfLedger);
  const name = typed.trim();
  const text = useSettled(name, SETTLED_AFTER_MS);
  const { data: found, isError } = useQuery(search(data, isOfLedger ? text : ''));
  if (!isOfLedger || name === '') return NOBODY;
  const suggestions = (found ?? []).slice(0, SUGGESTED).map((each) => each.name);
  return {
    suggestions,
    named: isError ? 0 : found && text === name ? found.filter((each) => each.name === name).length : null,
  };
}

interface Person {
  shareholder_id?: string | null | undefined;
  name?: string | null | undefined;
}

/** The step with `change` made to each of its people. */
function withPeople(step: Step, change: <P extends Person>(person: P) => P): Step {
  if (step.kind === 'round') return { ...step, investors: step.investors.map(change) };
  return step.kind === 'convertible' || step.kind === 'grant' || step.kind === 'warrant' ? change(step) : step;
}

const isNamedOnly = ({ shareholder_id, name }: Person): boolean => !shareholder_id && Boolean(name?.trim());

interface Naming {
  steps: readonly Step[];
  /** Who has a row; null where nobody is looked for. */
  holders: ReadonlyMap<string, string> | null;
  /** A shareholder without a row is wanted. */
  onWanted: (id: string) => void;
  onSteps: (steps: readonly Step[]) => void;
}

/**
 * A name that exactly one shareholder has is that shareholder, as soon as there is a row with what they hold. Out: whether all names
 * were looked for.
 */
export function useNamedHolders({ steps, holders, onWanted, onSteps }: Naming): boolean {
  const data = useConsoleData();
  const names = new Set<string>();
  for (const step of holders ? steps : [])
    withPeople(step, (person) => {
      if (isNamedOnly(person)) names.add(person.name!.trim());
      return person;
    });
  const settled = useSettled(JSON.stringify([...names]), SETTLED_AFTER_MS);
  const asked = JSON.parse(settled) as string[];
  const answers = useQueries({ queries: asked.map((name) => search(data, name)) });
  const known = new Map<string, string>();
  for (const [index, name] of asked.entries()) {
    const found = (answers[index]?.data ?? []).filter((each) => each.name === name);
    if (found.length === 1 && names.has(name)) known.set(name, found[0]!.id);
  }
  const key = JSON.stringify([...known]);
  useEffect(() => {
    const wanted = new Map(JSON.parse(key) as [string, string][]);
    if (!holders || wanted.size === 0) return;
    for (const id of wanted.values()) if (!holders.has(id)) onWanted(id);
    const ready = new Map([...wanted].filter(([, id]) => holders.has(id)));
    if (ready.size === 0) return;
    onSteps(
      steps.map((step) =>
        withPeople(step, (person) => {
          const id = isNamedOnly(person) ? ready.get(person.name!.trim()) : undefined;
          return id === undefined ? person : { ...person, shareholder_id: id };
        }),
      ),
    );
  }, [key, holders, steps, onWanted, onSteps]);
  return known.size === 0 && settled === JSON.stringify([...names]) && answers.every(({ isLoading }) => !isLoading);
}
