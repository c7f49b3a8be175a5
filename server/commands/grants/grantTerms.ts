// The schedule of a grant: OCF's VESTING_TERMS for the usual agreement, stored once for all grants that share it, and the
// entries that start it.
import type { z } from 'zod';
import { parseExactly } from '#src/domain/ledger/core/exactJson.ts';
import { isObject, listOf, objectOf, textOf } from '#src/domain/ledger/core/fields.ts';
import type { OcfObject, OcfTransaction } from '#src/domain/ledger/core/types.ts';
import { standardTerms } from '#src/domain/vesting/standardTerms.ts';
import { canonicalJson } from '#server/data/canonicalJson.ts';
import { termsByIds } from '#server/data/grantVesting.ts';
import { invalidFields } from '../core/checked.ts';
import type { CommandContext } from '../core/context.ts';
import { keepObject } from '../equityPlans/keepStatic.ts';
import type { standardVesting as standardVestingBody } from '#src/resources/issuances/vesting.ts';

export interface Terms {
  id: string;
  object: OcfObject;
}

/** Finds equal terms or creates them. The ledger lock is held, so they are not created twice. */
export async function standardVesting(
  context: CommandContext,
  org: string,
  vesting: z.infer<typeof standardVestingBody>,
): Promise<Terms> {
  const { vesting_start: _start, ...schedule } = vesting;
  const object = standardTerms({ id: context.deps.newId(), ...schedule });
  const alike = await context.tx.rows<{ id: string; terms: string }>(
    'select id, terms::text as terms from vesting_terms where org_id = $1 and name = $2 and allocation_type = $3 order by created_at',
    [org, object['name'], object['allocation_type']],
  );
  const content = (terms: OcfObject) => canonicalJson({ ...terms, id: '' });
  for (const { id, terms } of alike) {
    const kept = parseExactly(terms) as OcfObject;
    if (content(kept) === content(object)) return { id, object: kept };
  }
  await keepObject(context, org, object);
  return { id: String(object['id']), object };
}

/** Refuses: an unknown schedule (422). */
export async function namedTerms({ tx }: CommandContext, org: string, id: string): Promise<Terms> {
  const object = (await termsByIds(tx, org, [id])).get(id);
  if (!object) throw invalidFields({ vesting_terms_id: 'Unknown vesting schedule.' }, 'Unknown vesting schedule.');
  return { id, object };
}

/** A TX_VESTING_START if the terms wait for one; terms with their own dates need none. */
export function startEntries(
  context: CommandContext,
  security_id: string,
  { object }: Terms,
  date: string,
): OcfTransaction[] {
  const start = conditionsOf(object).find(({ trigger }) => trigger === 'VESTING_START_DATE');
  return start ? [vestingEntry(context, 'TX_VESTING_START', security_id, start.id, date)] : [];
}

export const vestingEntry = (
  context: CommandContext,
  object_type: 'TX_VESTING_START' | 'TX_VESTING_EVENT',
  security_id: string,
  vesting_condition_id: string,
  date: string,
): OcfTransaction => ({ object_type, id: context.deps.newId(), date, security_id, vesting_condition_id });

/** The conditions of the terms, with the trigger of each. */
export function conditionsOf(terms: OcfObject): { id: string; trigger: string | null; words: string | null }[] {
  return listOf(terms, 'vesting_conditions')
    .filter(isObject)
    .flatMap((condition) => {
      const id = textOf(condition, 'id');
      const trigger = objectOf(condition, 'trigger');
      return id === null
        ? []
        : [{ id, trigger: trigger && textOf(trigger, 'type'), words: textOf(condition, 'description') }];
    });
}
