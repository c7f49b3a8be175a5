// One import: what it found when it was last checked or applied, what was done with it, and by whom.
import type { Finding } from '#src/contract/imports.ts';
import type { ImportDetails, ImportStep } from '#src/contract/recordPages.ts';
import type { Row } from '../db/database.ts';
import { orgOf } from '../auth/actor.ts';
import type { CommandContext } from '../commands/core/context.ts';

export async function showImport({ tx, actor }: CommandContext, record: Row): Promise<Row & ImportDetails> {
  const org = orgOf(actor);
  const batch = await tx.row<Pick<ImportDetails, 'counts' | 'sha256'>>(
    'select counts, sha256 from import_batch where org_id = $1 and id = $2',
    [org, record.id],
  );
  const findings = await tx.rows<Finding>(
    `select rule, severity, object_type, object_id, message, times from finding f where org_id = $1 and import_id = $2
       and step = coalesce((select max(findings_step) from import_step where org_id = $1 and import_id = $2), 0) order by position`,
    [org, record.id],
  );
  const steps = await tx.rows<ImportStep>(
    `select step, accepted_findings, choices, entries::integer as entries,
            case when actor_id = $3 then 'You' else actor end as actor, at from import_step where org_id = $1 and import_id = $2 order by position`,
    [org, record.id, actor.account_id],
  );
  // Entries are told by each step; this is what it added to holders, classes, plans, schedules and texts, and what it paid.
  const brought = await tx.rows<{ object_type: string; count: number }>(
    `select object_type, count(distinct id)::integer as count from ocf_object where org_id = $1 and import_id = $2 and not is_deleted group by 1
     union all select 'DISTRIBUTION', count(*)::integer from distribution where org_id = $1 and brought_in_by = $2 having count(*) > 0
     union all select 'PAYMENT', count(*)::integer from payment p join distribution d on d.org_id = p.org_id and d.id = p.distribution_id
       where d.org_id = $1 and d.brought_in_by = $2 having count(*) > 0 order by 1`,
    [org, record.id],
  );
  const accepted_findings = steps.findLast(({ step }) => step === 'applied')?.accepted_findings ?? false;
  return {
    ...record,
    ...batch!,
    accepted_findings,
    findings,
    steps,
    brought: Object.fromEntries(brought.map(({ object_type, count }) => [object_type, count])),
  };
}
