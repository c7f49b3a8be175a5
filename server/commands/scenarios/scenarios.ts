// Scenarios: saved with each version, started from the ledger on a day or from what is typed in.
import { z } from 'zod';
import { scenarioParts } from '#src/contract/scenarios/scenarioInput.ts';
import { typedState } from '#src/domain/model/scenario/startState.ts';
import { scenarios } from '#src/resources/scenarios.ts';
import type { Scenario } from '#src/resources/scenarios.ts';
import { orgOf } from '#server/auth/actor.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import type { Row } from '#server/db/database.ts';
import { checkedValues, invalidFields } from '../core/checked.ts';
import { conflict, recordActivity, staleEdit, today, whatChanged } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { fromZod } from '../core/zodRefusal.ts';
import { postedUntil } from './draftPlan.ts';
import { CLASS_TERMS } from './overtaken.ts';
import { storedScenario } from './storedScenario.ts';
import type { StoredScenario } from './storedScenario.ts';
import { hasPostedEntries } from './takeDraftsBack.ts';
import { showScenario } from '#server/queries/showScenario.ts';

const parts = z.object(scenarioParts);
type Parts = z.infer<typeof parts>;

/** Out: the new id. Refuses: the fields at fault (422), among them a day beside a typed start. */
export async function createScenario(context: CommandContext, body: Row): Promise<string> {
  const { start, steps, ...rest } = body;
  const values = await checkedValues(context, scenarios, rest);
  const given = partsOf({ start, steps });
  const id = context.deps.newId();
  const begun = given.start ? null : (values.as_of ?? today(context));
  refuseBoth(given.start, values.as_of);
  await insert(context, id, { name: String(values.name), as_of: begun as string | null, ...whole(given) });
  recordActivity(context, { text: `created scenario ${String(values.name)}`, resource: 'scenarios', id });
  return id;
}

/** Refuses: the fields at fault (422), stale_version, already_posted (409). */
export async function updateScenario(context: CommandContext, current: Scenario, body: Row): Promise<void> {
  const { start, steps, ...rest } = body;
  const values = await checkedValues(context, scenarios, rest, current);
  const given = partsOf({ start, steps });
  const stored = await storedScenario(context, current.id);
  const changesModel = start !== undefined || steps !== undefined || values.as_of !== current.as_of;
  if (stored.posted_run !== null && changesModel)
    throw conflict('already_posted', 'This scenario was posted. Duplicate it to go on from here.');
  const typed = start === undefined ? stored.start : (given.start ?? null);
  // A day that is only carried along gives way to a start that is typed in, and the other way round.
  const as_of = start && values.as_of === current.as_of ? null : values.as_of;
  const nextStart = as_of && start === undefined ? null : typed;
  refuseBoth(nextStart, as_of);
  const next = {
    name: String(values.name),
    as_of: nextStart ? null : String(as_of ?? today(context)),
    start: nextStart,
    steps: given.steps ?? stored.steps,
  };
  await change(context, { ...stored, version: Number(current.version) }, next);
  recordActivity(context, {
    text: `changed scenario ${next.name}${whatChanged(scenarios, values, current)}`,
    resource: 'scenarios',
    id: stored.id,
  });
}

export async function removeScenario(context: CommandContext, current: Scenario): Promise<void> {
  const text = `deleted scenario ${current.name}`;
  await context.tx.write('delete from scenario where org_id = $1 and id = $2', [orgOf(context.actor), current.id]);
  recordActivity(context, { text, resource: 'scenarios', id: current.id });
}

/**
 * Out: the copy, which starts from the ledger as it is now; of a posted one without the steps that are in the ledger. Refuses:
 * not_found (404).
 */
export async function duplicateScenario(context: CommandContext, id: string): Promise<Row> {
  const { name, as_of, start, steps: all, posted_run } = await storedScenario(context, id);
  const steps = posted_run === null || !(await hasPostedEntries(context, id)) ? all : all.slice(postedUntil(all));
  const copy = context.deps.newId();
  const title = `Copy of ${name}`.slice(0, 200);
  await insert(context, copy, { name: title, as_of, start, steps });
  recordActivity(context, { text: `duplicated scenario ${name}`, resource: 'scenarios', id: copy });
  return showScenario(context, (await findRecord(context.tx, context.actor, scenarios, copy))!);
}

/** From the ledger of today, or of its day as it is known now. Refuses: not_found (404), typed_start, already_posted (409). */
export async function startAgain(context: CommandContext, id: string, as_of: string | null | undefined): Promise<Row> {
  const stored = await storedScenario(context, id);
  if (stored.as_of === null)
    throw conflict('typed_start', 'This scenario starts from figures that were typed in, not from the ledger.');
  if (stored.posted_run !== null)
    throw conflict('already_posted', 'This scenario was posted. Duplicate it to go on from here.');
  const { name, start, steps } = stored;
  await change(context, stored, { name, as_of: as_of ?? today(context), start, steps }, { isNewStart: true });
  recordActivity(context, { text: `started scenario ${name} again`, resource: 'scenarios', id });
  return showScenario(context, (await findRecord(context.tx, context.actor, scenarios, id))!);
}

type Saved = Pick<StoredScenario, 'name' | 'as_of' | 'start' | 'steps'>;

const whole = ({ start, steps }: Parts) => ({ start: start ?? null, steps: steps ?? [] });

async function insert(context: CommandContext, id: string, saved: Saved): Promise<void> {
  const { tx, actor, deps } = context;
  const [org, at] = [orgOf(actor), deps.now()];
  await tx.write(
    `insert into scenario (org_id, id, name, as_of, start, steps, start_seq, start_terms, created_by, created_at, changed_at)
     select $1, $2, $3, $4, $5, $6, o.last_seq, ${CLASS_TERMS}, $7, $8, $8 from organization o where o.id = $1`,
    [org, id, saved.name, saved.as_of, json(saved.start), json(saved.steps), actor.account_id, at],
  );
  await keepVersion(context, id, 1, saved);
}

/** A new day starts from the ledger as it is now. Refuses: stale_version (409). */
async function change(
  context: CommandContext,
  before: StoredScenario,
  saved: Saved,
  { isNewStart = saved.as_of !== before.as_of } = {},
): Promise<void> {
  const { tx, actor, deps } = context;
  const count = await tx.row<{ version: number }>(
    `update scenario s set name = $4, as_of = $5, start = $6, steps = $7, changed_at = $8, version = version + 1,
            start_seq = case when $9 then (select o.last_seq from organization o where o.id = $1) else s.start_seq end,
            start_terms = case when $9 then ${CLASS_TERMS} else s.start_terms end
     where org_id = $1 and id = $2 and version = $3 returning version`,
    [
      orgOf(actor),
      before.id,
      before.version,
      saved.name,
      saved.as_of,
      json(saved.start),
      json(saved.steps),
      deps.now(),
      isNewStart,
    ],
  );
  if (!count) throw staleEdit();
  await keepVersion(context, before.id, count.version, saved);
  // Drafts are of the model as it was.
  if (isNewStart || json(saved.start) !== json(before.start) || json(saved.steps) !== json(before.steps))
    await tx.write('delete from scenario_draft where org_id = $1 and scenario_id = $2 and posted_at is null', [
      orgOf(actor),
      before.id,
    ]);
}

async function keepVersion({ tx, actor, deps }: CommandContext, id: string, version: number, saved: Saved) {
  await tx.write(
    `insert into scenario_version (org_id, scenario_id, version, name, as_of, start, steps, changed_by, changed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      orgOf(actor),
      id,
      version,
      saved.name,
      saved.as_of,
      json(saved.start),
      json(saved.steps),
      actor.account_id,
      deps.now(),
    ],
  );
}

const json = (value: unknown) => (value === null ? null : JSON.stringify(value));

function partsOf(given: { start: unknown; steps: unknown }): Parts {
  const parsed = parts.safeParse(given);
  if (!parsed.success) throw fromZod(parsed.error);
  // Refuses ids that are unknown or there twice, and figures that are none.
  if (parsed.data.start) typedState(parsed.data.start);
  return parsed.data;
}

function refuseBoth(start: unknown, as_of: unknown): void {
  if (!start || !as_of) return;
  const sentence = 'A scenario starts either from the ledger on a day or from figures that are typed in.';
  throw invalidFields({ as_of: sentence }, sentence);
}
