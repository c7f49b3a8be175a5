// What drafts lack by now, and drafts that authorize or reserve more for it.
import type { z } from 'zod';
import type { chosenDrafts } from '#src/contract/scenarios/scenarioDrafts.ts';
import { charterShort } from '#src/domain/captable/charter.ts';
import type { CharterShort, CharterSums } from '#src/domain/captable/charter.ts';
import { AppError } from '#src/domain/errors.ts';
import { orgOf } from '#server/auth/actor.ts';
import { canonicalJson } from '#server/data/canonicalJson.ts';
import { lockLedger } from '#server/data/ledgerRepository.ts';
import { conflict, recordActivity } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { charterAfter, withCures } from './draftCharter.ts';
import { draftPriceWarnings } from './draftPrices.ts';
import { sumsNow, unposted } from './drafts.ts';
import { refuseOvertakenDrafts } from './overtaken.ts';

type DraftsAsked = z.infer<typeof chosenDrafts>;

interface Cure {
  scenario_id: string;
  kind: 'authorize' | 'reserve';
  summary: string;
  body: Record<string, unknown>;
  /** Behind which it stands: what adds holders, classes, plans and reserves. */
  position: number;
}

type Unposted = Awaited<ReturnType<typeof unposted>>;
type SumsOn = (day: string) => Promise<CharterSums>;

/** The sums of the cap table are worked out once for each day that is asked. */
function sumsOnce(context: CommandContext): SumsOn {
  const known = new Map<string, Promise<CharterSums>>();
  return (day) => known.get(day) ?? known.set(day, sumsNow(context, day)).get(day)!;
}

/**
 * What of the charter and of plans would fall short once these were posted, what would cure it, and what they sell at another price
 * than their class has; nothing is written. Refuses: not_found (404).
 */
export async function checkDrafts(
  context: CommandContext,
  { ids, accept_overtaken = false }: DraftsAsked,
): Promise<{ charter: CharterShort; price_warnings: string[]; cures: Cure[] }> {
  const asked = await unposted(context, ids);
  const { drafts, idOf } = asked;
  const sums = sumsOnce(context);
  const day = drafts.map(({ as_of }) => as_of).reduce((a, b) => (a > b ? a : b), '');
  return {
    charter: charterShort(charterAfter(await sums(day), drafts, idOf)),
    price_warnings: await draftPriceWarnings(context, drafts, idOf),
    // What posting refuses is not cured by more drafts.
    cures: (await areOvertaken(context, drafts, accept_overtaken)) ? [] : await curesOf(context, asked, sums),
  };
}

async function areOvertaken(...asked: Parameters<typeof refuseOvertakenDrafts>): Promise<boolean> {
  try {
    await refuseOvertakenDrafts(...asked);
    return false;
  } catch (error) {
    if (error instanceof AppError && error.code === 'scenario_overtaken') return true;
    throw error;
  }
}

/** What is missing among these, by scenario, and was not drafted for it yet. */
async function curesOf(context: CommandContext, { drafts, idOf }: Unposted, sums: SumsOn): Promise<Cure[]> {
  const there = await draftedCures(context, new Set(drafts.map((each) => each.scenario_id)));
  const cures: Cure[] = [];
  for (const [scenario_id, own] of Map.groupBy(drafts, (each) => each.scenario_id)) {
    const [{ as_of: date, scenario: name }] = own as [(typeof own)[number]];
    const planned = withCures(await sums(date), own, { date, name, idOf });
    const known = new Set<unknown>(own);
    for (const [index, each] of planned.entries())
      if (!known.has(each) && (each.kind === 'authorize' || each.kind === 'reserve')) {
        const next = planned.slice(index).find((later) => known.has(later)) as (typeof own)[number] | undefined;
        const { kind, summary, body } = each;
        if (there.has(keyOf({ scenario_id, kind, body }))) continue;
        cures.push({ scenario_id, kind, summary, body, position: next?.position ?? own.at(-1)!.position + 1 });
      }
  }
  return cures;
}

type Drafted = Pick<Cure, 'scenario_id' | 'kind' | 'body'>;
const keyOf = ({ scenario_id, kind, body }: Drafted): string => `${scenario_id} ${kind} ${canonicalJson(body)}`;

/** The same cures added twice would be posted twice. */
async function draftedCures({ tx, actor }: CommandContext, scenarios: ReadonlySet<string>): Promise<Set<string>> {
  const rows = await tx.rows<Drafted>(
    `select scenario_id, kind, body from scenario_draft
     where org_id = $1 and scenario_id = any ($2) and posted_at is null and kind in ('authorize', 'reserve')`,
    [orgOf(actor), [...scenarios]],
  );
  return new Set(rows.map(keyOf));
}

/**
 * Adds drafts that cure it to those of their scenarios. Refuses: not_found (404), scenario_overtaken as posting does, nothing_short
 * (409). Out: the ids.
 */
export async function addCures(
  context: CommandContext,
  { ids, accept_overtaken = false }: DraftsAsked,
): Promise<string[]> {
  const { tx, actor, deps } = context;
  const org = orgOf(actor);
  await lockLedger(tx, org);
  const asked = await unposted(context, ids);
  await refuseOvertakenDrafts(context, asked.drafts, accept_overtaken);
  const cures = await curesOf(context, asked, sumsOnce(context));
  if (cures.length === 0)
    throw conflict('nothing_short', 'The charter and the plans have enough shares for these drafts.');
  const added: string[] = [];
  // The last first, so that the places of the others stay as they are.
  for (const { scenario_id, kind, summary, body, position } of cures.toReversed()) {
    const id = deps.newId();
    await tx.write(
      'update scenario_draft set position = position + 1 where org_id = $1 and scenario_id = $2 and position >= $3',
      [org, scenario_id, position],
    );
    await tx.write(
      `insert into scenario_draft (org_id, id, scenario_id, position, kind, summary, body, makes, known_seq, created_by, created_at)
       select $1, $2, $3, $4, $5, $6, $7, null, (select min(known_seq) from scenario_draft where org_id = $1 and scenario_id = $3 and posted_at is null), $8, $9`,
      [org, id, scenario_id, position, kind, summary, JSON.stringify(body), actor.account_id, deps.now()],
    );
    recordActivity(context, { text: `drafted “${summary}”`, resource: 'drafts', id });
    added.unshift(id);
  }
  return added;
}
