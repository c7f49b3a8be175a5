// What a company that starts here has done of its list, and what it answered.
import type { z } from 'zod';
import { setupSteps } from '#src/contract/setup.ts';
import type { Setup, SetupAnswers, SetupStep, setupBody } from '#src/contract/setup.ts';
import { orgOf } from '#server/auth/actor.ts';
import { readCompany } from '#server/data/companyRow.ts';
import type { Tx } from '#server/db/database.ts';
import { updateCompany } from '../company/updateCompany.ts';
import type { CommandContext } from '../core/context.ts';

/** What shows in the records that a step is done. */
const DONE: Record<SetupStep, string> = {
  company: 'exists (select 1 from organization where id = $1 and legal_name is not null and country is not null)',
  classes: 'exists (select 1 from share_class where org_id = $1)',
  holders: 'exists (select 1 from shareholder where org_id = $1)',
  holdings: 'exists (select 1 from security where org_id = $1)',
  tie_out: `exists (select 1 from import_view where org_id = $1 and applied)`,
  // A form that a holder signed is no paper of the company.
  documents: `exists (select 1 from document where org_id = $1 and type <> 'tax_form')`,
  invite: `exists (select 1 from invitation where org_id = $1) or (select count(*) from membership where org_id = $1) > 1`,
};
const COLUMNS = setupSteps.map((step) => `(${DONE[step]}) as ${step}`).join(', ');

type Kept = { answers: SetupAnswers | null; is_dismissed: boolean; skipped: string[] };

export async function readSetup({ tx, actor }: Asked): Promise<Setup> {
  const org = orgOf(actor);
  return setupOf(tx, org, await keptSetup(tx, org));
}

/** For the dashboard: null once everything is done or left out, or somebody closed the list. */
export async function openSetup({ tx, actor }: Asked): Promise<Setup | null> {
  const org = orgOf(actor);
  const kept = await keptSetup(tx, org);
  if (kept?.is_dismissed) return null;
  const setup = await setupOf(tx, org, kept);
  return setup.steps.some(({ state }) => state === 'open') ? setup : null;
}

type Asked = Pick<CommandContext, 'tx' | 'actor'>;

async function setupOf(tx: Tx, org: string, kept: Kept | undefined): Promise<Setup> {
  const done = (await tx.row<Record<SetupStep, boolean>>(`select ${COLUMNS}`, [org]))!;
  const skipped = new Set(kept?.skipped);
  return {
    answers: kept?.answers ?? null,
    steps: setupSteps.map((id) => ({ id, state: done[id] ? 'done' : skipped.has(id) ? 'skipped' : 'open' })),
    dismissed: kept?.is_dismissed ?? false,
  };
}

const keptSetup = (tx: Tx, org: string) =>
  tx.row<Kept>('select answers, is_dismissed, skipped from company_setup where org_id = $1', [org]);

/**
 * In: what changes; the rest stays. An answered country becomes the company's, if it has none yet. Out: as readSetup.
 */
export async function saveSetup(context: CommandContext, body: z.infer<typeof setupBody>): Promise<Setup> {
  const { tx, actor, deps } = context;
  const org = orgOf(actor);
  const kept = await keptSetup(tx, org);
  const answers = body.answers ?? kept?.answers ?? null;
  await tx.write(
    `insert into company_setup (org_id, id, answers, is_dismissed, skipped) values ($1, $2, $3, $4, $5)
     on conflict (org_id) do update set answers = excluded.answers, is_dismissed = excluded.is_dismissed, skipped = excluded.skipped`,
    [
      org,
      deps.newId(),
      answers && JSON.stringify(answers),
      body.dismissed ?? kept?.is_dismissed ?? false,
      JSON.stringify([...new Set(body.skipped ?? kept?.skipped ?? [])]),
    ],
  );
  if (body.answers) await takeCountry(context, org, body.answers.country);
  return readSetup(context);
}

async function takeCountry(context: CommandContext, org: string, country: string): Promise<void> {
  const { country: known } = await readCompany(context.tx, org);
  if (!known) await updateCompany(context, { country });
}
