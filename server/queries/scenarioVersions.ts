// The versions of a scenario: each saved one stays, and can be read.
import type { ScenarioDetails, VersionAnswer } from '#src/contract/scenarios/scenarios.ts';
import { plural } from '#src/domain/plural.ts';
import { orgOf } from '../auth/actor.ts';
import { notFound } from '../data/refusals.ts';
import type { CommandContext } from '../commands/core/context.ts';
import { storedScenario } from '../commands/scenarios/storedScenario.ts';

const LISTED = 100;
const BY = `coalesce((select p.first_name || ' ' || p.last_name from org_person(v.changed_by) p), 'Sharebook') as changed_by`;

interface Changed {
  version: number;
  changed_at: string;
  changed_by: string;
  name: string;
  as_of: string | null;
  renamed: boolean;
  moved: boolean;
  restarted: boolean;
  steps: number;
  steps_before: number;
  /** Numbers of the steps that differ, from 1. */
  changed: number[];
}

/** The latest hundred, the present one first, each with what it changed. */
export async function versionsOf({ tx, actor }: CommandContext, id: string): Promise<ScenarioDetails['versions']> {
  const rows = await tx.rows<Changed>(
    `select v.version, v.changed_at, ${BY}, v.name, v.as_of, v.name is distinct from v.name_before as renamed,
            v.as_of is distinct from v.as_of_before as moved, v.start is distinct from v.start_before as restarted,
            jsonb_array_length(v.steps) as steps, coalesce(jsonb_array_length(v.steps_before), 0) as steps_before,
            array(select n + 1 from generate_series(0, jsonb_array_length(v.steps) - 1) n
                  where (v.steps -> n) is distinct from (v.steps_before -> n)) as changed
     from (
       select r.*, lag(r.name) over w as name_before, lag(r.as_of) over w as as_of_before, lag(r.start) over w as start_before,
              lag(r.steps) over w as steps_before
       from (select * from scenario_version where org_id = $1 and scenario_id = $2 order by version desc limit ${LISTED + 1}) r
       window w as (order by r.version)
     ) v order by v.version desc limit ${LISTED}`,
    [orgOf(actor), id],
  );
  return rows.map((row) => {
    const { version, changed_at, changed_by } = row;
    return { version, changed_at, changed_by, what: whatOf(row) };
  });
}

/** "Renamed to “Offer B”; 1 step added." */
function whatOf(row: Changed): string {
  if (row.version === 1) return row.steps === 0 ? 'Created' : `Created with ${plural(row.steps, 'step')}`;
  const more = row.steps - row.steps_before;
  const said = [
    ...(row.renamed ? [`renamed to “${row.name}”`] : []),
    ...(row.moved && row.as_of !== null ? [`starts from the ledger on ${row.as_of}`] : []),
    ...(row.restarted && row.as_of === null ? ['the typed start changed'] : []),
    ...(more > 0 ? [`${plural(more, 'step')} added`] : []),
    ...(more < 0 ? [`${plural(-more, 'step')} removed`] : []),
    ...(more === 0 && row.changed.length > 0
      ? [row.changed.length === 1 ? `step ${row.changed[0]} changed` : `steps ${row.changed.join(', ')} changed`]
      : []),
  ];
  const text = said.length === 0 ? 'started again, with the same steps' : said.join('; ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Refuses: not_found (404), also for a version that is none. */
export async function showVersion(context: CommandContext, id: string, version: string): Promise<VersionAnswer> {
  await storedScenario(context, id);
  const row = await context.tx.row<VersionAnswer>(
    `select v.version, v.changed_at, ${BY}, v.name, v.as_of, v.start, v.steps from scenario_version v
     where v.org_id = $1 and v.scenario_id = $2 and v.version::text = $3`,
    [orgOf(context.actor), id, version],
  );
  if (!row) throw notFound();
  return row;
}
