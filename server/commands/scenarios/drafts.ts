// Drafts of a scenario: made from its figures, reviewed, and posted one by one or together by the ordinary commands.
import type { z } from 'zod';
import type { chosenDrafts } from '#src/contract/scenarios/scenarioDrafts.ts';
import type { Draft } from '#src/resources/drafts.ts';
import { shareClasses } from '#src/resources/shareClasses.ts';
import { charterShort } from '#src/domain/captable/charter.ts';
import type { CharterShort, CharterSums } from '#src/domain/captable/charter.ts';
import { orgOf } from '#server/auth/actor.ts';
import { lockLedger } from '#server/data/ledgerRepository.ts';
import { notFound } from '#server/data/refusals.ts';
import { listRecords } from '#server/data/lists/listRecords.ts';
import type { Row } from '#server/db/database.ts';
import { charterSums } from '#server/reports/capTable/charterSums.ts';
import { sourceOf } from '#server/reports/capTable/capTableSource.ts';
import { conflict, recordActivity, today } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { charterAfter, withCures } from './draftCharter.ts';
import { draftPlan } from './draftPlan.ts';
import { draftPriceWarnings } from './draftPrices.ts';
import { refuseOvertaken } from './overtaken.ts';
import { postDraft } from './postDraft.ts';
import type { StoredDraft } from './postDraft.ts';
import { HOLDERS_SHOWN, ledgerRun } from './runSaved.ts';
import { storedScenario } from './storedScenario.ts';
import type { StoredScenario } from './storedScenario.ts';
import { rowsBy } from '#server/data/lists/listing.ts';

type PostedDraft = Pick<StoredDraft, 'id' | 'scenario_id' | 'kind' | 'summary'> & { result_id: string };

const SELECT = `select d.id, d.scenario_id, s.name as scenario, d.position, d.kind, d.summary, d.body, d.makes, d.known_seq, d.result_id, d.posted_at, s.as_of
  from scenario_draft d join scenario s on s.org_id = d.org_id and s.id = d.scenario_id`;

/**
 * Replaces those that were not posted. Refuses: not_found (404), typed_start, already_posted, nothing_to_post (409), the steps at
 * fault, not_postable (422).
 */
export async function makeDrafts(
  context: CommandContext,
  id: string,
): Promise<{
  drafts: Pick<StoredDraft, 'id' | 'kind' | 'summary'>[];
  charter: CharterShort;
  price_warnings: string[];
}> {
  const { tx, actor, deps } = context;
  const org = orgOf(actor);
  await lockLedger(tx, org);
  const stored = await storedScenario(context, id);
  if (stored.posted_run !== null)
    throw conflict('already_posted', 'Drafts of this scenario were posted. Duplicate it to go on from here.');
  if (stored.as_of === null)
    throw conflict('typed_start', 'This scenario starts from figures that were typed in, so it has nothing to post.');
  const { start, run } = await ledgerRun(context, stored, HOLDERS_SHOWN);
  const classes = (await listRecords(tx, actor, shareClasses, EVERY)).rows;
  const sums = await sumsNow(context, stored.as_of);
  const wanted = draftPlan({ start, steps: stored.steps, run, seniority: firstSeniority(classes), classes });
  const planned = withCures(sums, wanted, { date: stored.as_of, name: stored.name });
  await tx.write('delete from scenario_draft where org_id = $1 and scenario_id = $2', [org, id]);
  for (const [position, { kind, summary, body, makes }] of planned.entries()) {
    const draft = deps.newId();
    await tx.write(
      `insert into scenario_draft (org_id, id, scenario_id, position, kind, summary, body, makes, known_seq, created_by, created_at)
       select $1, $2, $3, $4, $5, $6, $7, $8, o.last_seq, $9, $10 from organization o where o.id = $1`,
      [org, draft, id, position, kind, summary, JSON.stringify(body), makes, actor.account_id, deps.now()],
    );
    recordActivity(context, { text: `drafted “${summary}”`, resource: 'drafts', id: draft });
  }
  recordActivity(context, { text: `made drafts of scenario ${stored.name}`, resource: 'scenarios', id });
  return {
    drafts: await tx.rows(
      'select id, kind, summary from scenario_draft where org_id = $1 and scenario_id = $2 order by position',
      [org, id],
    ),
    charter: charterShort(charterAfter(sums, wanted)),
    price_warnings: await draftPriceWarnings(context, planned),
  };
}

/** Of today, or of the day of the entries if it has not come: then they count. */
export async function sumsNow(context: CommandContext, day: string): Promise<CharterSums> {
  const now = today(context);
  return charterSums(await sourceOf(context.tx, context.actor, null), day > now ? day : now);
}

/** After posting: today, of all classes and plans. */
export const shortNow = async (context: CommandContext): Promise<CharterShort> =>
  charterShort(await sumsNow(context, ''));

/** What these sell at another price than their class has. Call before they are posted. Refuses: not_found (404). */
export async function pricesOfDrafts(context: CommandContext, ids: readonly string[]): Promise<string[]> {
  const { drafts, idOf } = await unposted(context, ids);
  return draftPriceWarnings(context, drafts, idOf);
}

/** Those of these that are not posted yet, and the ids of what drafts of their scenarios made so far. Refuses: not_found (404). */
export async function unposted(context: CommandContext, ids: readonly string[]) {
  const drafts = (await draftsWith(context, ids)).filter(({ posted_at }) => posted_at === null);
  const made = new Map<string, string>();
  for (const id of new Set(drafts.map(({ scenario_id }) => scenario_id)))
    for (const [name, result] of await madeSoFar(context, id)) made.set(name, result);
  return { drafts, idOf: (id: string) => made.get(id) ?? id };
}

/** A new class ranks with the first of those that exist. */
function firstSeniority(classes: readonly Row[]): number {
  const preferred = classes.filter(({ class_type }) => class_type === 'PREFERRED');
  return preferred.length === 0 ? 1 : Math.max(...preferred.map(({ seniority }) => Number(seniority)));
}

const EVERY = rowsBy('name');

/** Refuses: already_posted (409). */
export async function removeDraft(context: CommandContext, current: Draft): Promise<void> {
  if (current.posted_at !== null)
    throw conflict('already_posted', 'This draft was posted. Take its entry back in the ledger.');
  await context.tx.write('delete from scenario_draft where org_id = $1 and id = $2', [
    orgOf(context.actor),
    current.id,
  ]);
  // The last one that was left: what was posted is all that happened.
  await context.tx.write(
    `update scenario s set posted_at = $3 where s.org_id = $1 and s.id = $2 and s.posted_run is not null and s.posted_at is null
       and not exists (select 1 from scenario_draft d where d.org_id = $1 and d.scenario_id = $2 and d.posted_at is null)`,
    [orgOf(context.actor), current.scenario_id, context.deps.now()],
  );
  const text = `deleted a draft of scenario ${current.scenario}: ${current.summary}`;
  recordActivity(context, { text, resource: 'scenarios', id: current.scenario_id });
}

/**
 * As one unit, in the order in which they were made. Out: what each became. Refuses: not_found (404), already_posted,
 * scenario_overtaken, draft_waits (409), and whatever the commands refuse; then nothing is written.
 */
export async function postDrafts(
  request: CommandContext,
  { ids, accept_overtaken = false }: z.infer<typeof chosenDrafts>,
): Promise<PostedDraft[]> {
  const unit: NonNullable<CommandContext['unit']> = { command_seq: null };
  // One instant for all of it, by which what was posted is known again when it is taken back.
  const at = request.deps.now();
  const context = { ...request, unit, deps: { ...request.deps, now: () => at } };
  const org = orgOf(context.actor);
  await lockLedger(context.tx, org);
  const drafts = await draftsWith(context, ids);
  const done = drafts.find(({ posted_at }) => posted_at !== null);
  if (done) throw conflict('already_posted', `“${done.summary}” was posted already.`);
  const posted: PostedDraft[] = [];
  for (const [scenario, own] of Map.groupBy(drafts, ({ scenario_id }) => scenario_id)) {
    const stored = await storedScenario(context, scenario);
    await refuseOvertaken(context, stored, own[0]!, accept_overtaken);
    const run = stored.posted_run ?? (await ledgerRun(context, stored, HOLDERS_SHOWN)).run;
    const made = await madeSoFar(context, scenario);
    for (const draft of own) {
      const result_id = await postDraft(context, draft, made);
      if (draft.makes !== null) made.set(draft.makes, result_id);
      await context.tx.write('update scenario_draft set posted_at = $3, result_id = $4 where org_id = $1 and id = $2', [
        org,
        draft.id,
        context.deps.now(),
        result_id,
      ]);
      recordActivity(context, { text: `posted “${draft.summary}”`, resource: 'drafts', id: draft.id });
      posted.push({ id: draft.id, scenario_id: scenario, kind: draft.kind, summary: draft.summary, result_id });
    }
    await close(context, stored, run);
  }
  await context.tx.write('update scenario_draft set command_seq = $3 where org_id = $1 and id = any ($2::uuid[])', [
    org,
    posted.map(({ id }) => id),
    unit.command_seq,
  ]);
  return posted;
}

/** The scenario says what happened; the drafts that are left count what was just posted. */
async function close({ tx, actor, deps, ...context }: CommandContext, stored: StoredScenario, run: unknown) {
  const org = orgOf(actor);
  await tx.write(
    `update scenario set posted_run = $3, posted_at = case when exists (select 1 from scenario_draft d where d.org_id = $1 and d.scenario_id = $2 and d.posted_at is null)
       then null else $4::timestamptz end where org_id = $1 and id = $2`,
    [org, stored.id, JSON.stringify(run), deps.now()],
  );
  await tx.write(
    `update scenario_draft d set known_seq = o.last_seq from organization o
     where o.id = $1 and d.org_id = $1 and d.scenario_id = $2 and d.posted_at is null`,
    [org, stored.id],
  );
  recordActivity(
    { tx, actor, deps, ...context },
    { text: `posted drafts of scenario ${stored.name}`, resource: 'scenarios', id: stored.id },
  );
}

/** Refuses: not_found (404) unless all exist. */
async function draftsWith({ tx, actor }: CommandContext, ids: readonly string[]): Promise<StoredDraft[]> {
  const rows = await tx.rows<StoredDraft>(
    `${SELECT} where d.org_id = $1 and d.id::text = any ($2::text[]) order by d.scenario_id, d.position`,
    [orgOf(actor), ids],
  );
  if (rows.length < new Set(ids).size) throw notFound();
  return rows;
}

async function madeSoFar({ tx, actor }: CommandContext, scenario: string): Promise<Map<string, string>> {
  const rows = await tx.rows<{ makes: string; result_id: string }>(
    'select makes, result_id from scenario_draft where org_id = $1 and scenario_id = $2 and makes is not null and result_id is not null',
    [orgOf(actor), scenario],
  );
  return new Map(rows.map(({ makes, result_id }) => [makes, result_id]));
}
