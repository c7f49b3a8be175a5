// The audit trail of posted drafts: a row of its own for each, as its ordinary command has it.
import { certificates } from '#src/resources/certificates.ts';
import { convertibles } from '#src/resources/convertibles.ts';
import { equityPlans } from '#src/resources/equityPlans.ts';
import { grants } from '#src/resources/grants.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { shareClasses } from '#src/resources/shareClasses.ts';
import { shareholders } from '#src/resources/shareholders.ts';
import { warrants } from '#src/resources/warrants.ts';
import { orgOf } from '#server/auth/actor.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import type { Row } from '#server/db/database.ts';
import { addAuditRow, changedValues } from '../core/auditEntry.ts';
import type { CommandContext } from '../core/context.ts';
import type { DraftKind } from './draftParts.ts';

/** `changes`: the field of the body that names a record which is there already. */
const TRAIL: Record<DraftKind, { resource: Resource; action: string; changes?: string }> = {
  shareholder: { resource: shareholders, action: 'create' },
  share_class: { resource: shareClasses, action: 'create' },
  authorize: { resource: shareClasses, action: 'authorize', changes: 'share_class_id' },
  equity_plan: { resource: equityPlans, action: 'create' },
  reserve: { resource: equityPlans, action: 'adjust', changes: 'equity_plan_id' },
  convertible: { resource: convertibles, action: 'create' },
  conversion: { resource: convertibles, action: 'convert', changes: 'convertible_id' },
  grant: { resource: grants, action: 'create' },
  warrant: { resource: warrants, action: 'create' },
  certificate: { resource: certificates, action: 'create' },
};

/** In: what writes the draft and answers what it became. Out: that. */
export async function withTrail(
  context: CommandContext,
  { kind, summary }: { kind: DraftKind; summary: string },
  body: Row,
  write: () => Promise<string>,
): Promise<string> {
  const { tx, actor, deps } = context;
  const { resource, action, changes } = TRAIL[kind];
  const changed = changes === undefined ? null : String(body[changes]);
  const before = changed === null ? null : await findRecord(tx, actor, resource, changed);
  const result = await write();
  const id = changed ?? result;
  const after = await findRecord(tx, actor, resource, id);
  const row = addAuditRow(tx, deps, {
    org_id: orgOf(actor),
    account_id: actor.account_id,
    action,
    resource: resource.name,
    resource_id: id,
    summary: `posted “${summary}” of a scenario`,
  });
  Object.assign(row, changedValues(resource, before ?? null, after ?? null));
  return result;
}
