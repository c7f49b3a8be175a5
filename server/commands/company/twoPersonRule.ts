// The two-person rule: who enters something of consequence does not approve it.
import { administrators } from '#src/resources/kit/access.ts';
import type { CommandContext } from '../core/context.ts';

/** Whether a second administrator decides: the company keeps the rule, and has two administrators or more today. */
export async function needsSecondPerson({ tx }: Pick<CommandContext, 'tx'>): Promise<boolean> {
  const row = await tx.row<{ needs: boolean }>('select needs_second_person($1) as needs', [administrators]);
  return row!.needs;
}
