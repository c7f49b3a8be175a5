// A grant with its schedule: what vests on which day, the milestones it waits for, and the window after leaving.
import { formatDecimal } from '../../../src/domain/decimal.ts';
import { isObject, listOf, textOf } from '../../../src/domain/ledger/fields.ts';
import { tranchesOf } from '../../../src/domain/vesting/schedule.ts';
import type { VestingInput } from '../../../src/domain/vesting/schedule.ts';
import { vestingInputs } from '../../data/grantVesting.ts';
import type { Row } from '../../db/database.ts';
import { orgOf } from '../../auth/actor.ts';
import type { CommandContext } from '../context.ts';
import { showSecurity } from '../securities/showSecurity.ts';
import { conditionsOf } from './grantTerms.ts';

export async function showGrant(context: CommandContext, record: Row): Promise<Row> {
  const { issuance, ...shown } = await showSecurity(context, record);
  const input = (await vestingInputs(context.tx, orgOf(context.actor), [String(record.id)])).get(String(record.id));
  return {
    ...shown,
    schedule: input ? scheduleShown(input) : null,
    termination_exercise_windows: listOf(issuance, 'termination_exercise_windows').filter(isObject),
  };
}

function scheduleShown(input: VestingInput): Row {
  const { terms } = input;
  let vested = 0n;
  return {
    is_known: !input.terms_missing,
    name: terms ? textOf(terms, 'name') : input.vestings.length > 0 ? 'Written out' : null,
    description: terms ? textOf(terms, 'description') : null,
    stopped_on: input.stopped_on ?? null,
    tranches: tranchesOf(input).map(({ date, quantity }) => {
      vested += quantity;
      return { date, quantity: formatDecimal(quantity), vested: formatDecimal(vested) };
    }),
    milestones: terms
      ? conditionsOf(terms)
          .filter(({ trigger }) => trigger === 'VESTING_EVENT')
          .map(({ id, words }) => ({
            id,
            words,
            reached_on:
              input.facts.find((fact) => fact.fact === 'EVENT' && fact.vesting_condition_id === id)?.effective_date ??
              null,
          }))
      : [],
  };
}
