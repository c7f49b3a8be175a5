// The page of a convertible: its terms of conversion.
import type { ConvertibleDetails } from '#src/contract/securityPages.ts';
import { isObject, listOf, textOf } from '#src/domain/ledger/core/fields.ts';
import type { Convertible } from '#src/resources/convertibles.ts';
import type { CommandContext } from '../commands/core/context.ts';
import { firstMechanism } from '../data/accruedInterest.ts';
import type { Row } from '../db/database.ts';
import { showSecurity } from './showSecurity.ts';

/** Adds its triggers, as OCF states them, to the fields of every security. */
export async function showConvertible(context: CommandContext, record: Convertible): Promise<Row & ConvertibleDetails> {
  const { issuance, ...shown } = await showSecurity(context, record);
  return {
    ...shown,
    mechanism: firstMechanism(issuance),
    triggers: listOf(issuance, 'conversion_triggers')
      .filter(isObject)
      .map((each) => ({
        id: textOf(each, 'trigger_id'),
        name: textOf(each, 'nickname') ?? textOf(each, 'type') ?? '',
        words: textOf(each, 'trigger_condition') ?? textOf(each, 'trigger_description'),
      })),
  };
}
