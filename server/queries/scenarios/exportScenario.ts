// A scenario as a workbook.
import type { Run } from '#src/domain/model/scenario/runScenario.ts';
import { orgOf } from '#server/auth/actor.ts';
import { makePaper } from '#server/paper/makePaper.ts';
import type { Provenance } from '#server/paper/sheet.ts';
import { scenarioSheets } from '#server/reports/scenarios/scenarioSheets.ts';
import type { CommandContext } from '#server/commands/core/context.ts';
import { runOf } from '#server/commands/scenarios/runSaved.ts';
import { storedScenario } from '#server/commands/scenarios/storedScenario.ts';

/** Refuses: not_found (404), the steps at fault (422). */
export async function exportScenario(
  context: CommandContext,
  id: string,
): Promise<{ bytes: Buffer; fileName: string }> {
  const { tx, actor, deps } = context;
  const stored = await storedScenario(context, id);
  const run = (await runOf(context, stored)) as unknown as Run;
  const row = await tx.row<Pick<Provenance, 'company' | 'currency' | 'madeAt'>>(
    `select coalesce(legal_name, client_display_name) as company, currency::text as currency,
            to_char($2::timestamptz, 'YYYY-MM-DD HH24:MI ') || current_setting('timezone') as "madeAt"
     from organization where id = $1`,
    [orgOf(actor), deps.now().toISOString()],
  );
  const date = stored.as_of === null ? 'From figures that were typed in' : `From the ledger on ${stored.as_of}`;
  const bytes = await makePaper({
    format: 'xlsx',
    sheets: scenarioSheets(stored.name, stored.steps, run),
    from: { ...row!, date, knownAt: null },
    now: deps.now(),
  });
  return { bytes, fileName: `${stored.name.replace(/[/\\]/g, ' ')}.xlsx` };
}
