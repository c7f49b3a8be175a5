// Drafts that authorize or reserve more, for what falls short since the others were made.
import { orgOf } from '../../auth/actor.ts';
import { canonicalJson } from '../../data/canonicalJson.ts';
import { lockLedger } from '../../data/ledgerRepository.ts';
import { conflict, recordActivity } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { withCures } from './draftCharter.ts';
import { sumsNow, unposted } from './drafts.ts';

export interface Cure {
  scenario_id: string;
  kind: 'authorize' | 'reserve';
  summary: string;
  body: Record<string, unknown>;
  /** Behind which it stands: what adds holders, classes, plans and reserves. */
  position: number;
}

/** What is missing among these, by scenario, and was not drafted for it yet; nothing is written. Refuses: not_found (404). */
export async function curesOf(context: CommandContext, ids: readonly string[]): Promise<Cure[]> {
  const { drafts, idOf } = await unposted(context, ids);
  const there = await draftedCures(context, new Set(drafts.map((each) => each.scenario_id)));
  const cures: Cure[] = [];
  for (const [scenario_id, own] of Map.groupBy(drafts, (each) => each.scenario_id)) {
    const [{ as_of: date, scenario: name }] = own as [(typeof own)[number]];
    const planned = withCures(await sumsNow(context, date), own, { date, name, idOf });
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

/** Adds them to the drafts of their scenarios. Refuses: nothing_short (409). Out: the ids. */
export async function addCures(context: CommandContext, ids: readonly string[]): Promise<string[]> {
  const { tx, actor, deps } = context;
  const org = orgOf(actor);
  await lockLedger(tx, org);
  const cures = await curesOf(context, ids);
  if (cures.length === 0) throw conflict('nothing_short', 'Nothing falls short of the charter or of a plan.');
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
