// Undoes a whole import: a void row for each of its entries (E22), cancellation of the payments of the past that it imported,
// and removal of objects that nothing else uses.
import type { VerbBody } from '#src/resources/verbs/index.ts';
import { plural } from '#src/domain/plural.ts';
import { imports } from '#src/resources/imports.ts';
import { lockLedger } from '#server/data/ledgerRepository.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import type { Row } from '#server/db/database.ts';
import { orgOf } from '#server/auth/actor.ts';
import { conflict, recordActivity } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { takeBack } from '../ledger/takeBack.ts';
import { countingApplications, organizationFacts, pastSteps, recordStep } from './importSteps.ts';
import { keptPackage } from './importPackage.ts';
import { restoreOrganization } from './restoreOrganization.ts';
import { showImport } from '#server/queries/showImport.ts';
import { takeObjectsBack } from './takeObjectsBack.ts';
import { takePaymentsBack } from './takePaymentsBack.ts';

/**
 * Out: the import. Refuses: not_found (404), not_applied, entry_depended_on (naming the first entry that depends on
 * this import), record_date_frozen, breaks_rule (409).
 */
export async function undoImport(context: CommandContext, id: string, body: VerbBody<'imports.undo'>): Promise<Row> {
  const { tx, actor } = context;
  const org = orgOf(actor);
  await lockLedger(tx, org);
  const { fileName, status } = await keptPackage(tx, org, id);
  if (status !== 'applied') throw conflict('not_applied', 'This import is not applied, so there is nothing to undo.');
  const before = await organizationFacts(tx, org);
  const voided = await takeBack(
    context,
    (live) => live.filter((entry) => entry.import_id === id),
    body.reason?.trim() || `Undo of the import ${fileName}.`,
  );
  const distributions = await takePaymentsBack(context, org, id);
  const steps = await pastSteps(tx, org);
  const counting = countingApplications(steps, id);
  await restoreOrganization(tx, org, steps, counting);
  await takeObjectsBack(context, org, counting);
  await recordStep(context, org, { step: 'undone', import_id: id, entries: voided.length, before });
  recordActivity(context, {
    text: `undid the import ${fileName}, ${plural(voided.length, 'entry', 'entries')}${distributions > 0 ? ` and ${plural(distributions, 'distribution')}` : ''}`,
    resource: 'imports',
    id,
  });
  return showImport(context, (await findRecord(tx, actor, imports, id))!);
}
