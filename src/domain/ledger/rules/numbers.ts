// W4: no number belongs to two securities. A grant, warrant or convertible that continues another one of its holder, after a split
// or a change in part, keeps the number: it is the same promise. A certificate is a paper of its own.
import { say } from '#src/words/say.ts';
import { securityInWords } from '../core/names.ts';
import { reportWarning } from '../core/context.ts';
import type { Context } from '../core/context.ts';
import { numberKey } from '../core/state.ts';
import type { LedgerState, SecurityState } from '../core/state.ts';

export function checkNumbers(context: Context): void {
  for (const { entry, security, same_number } of context.issued) {
    if (same_number === undefined || continues(context.state, security)) continue;
    const { custom_id } = security.row;
    reportWarning(
      context,
      entry,
      'W4',
      say`${entry.object_type} ${entry.id}: its number ${custom_id} (custom_id) is also that of ${securityInWords(context.state, same_number)}.`,
      {
        code: 'certificate_number_taken',
        detail: say`Certificate number already exists.`,
        at_field: say`The certificate number ${custom_id} is already in use.`,
      },
    );
  }
}

function continues({ securities }: LedgerState, { row, came_from }: SecurityState): boolean {
  return (
    row.kind !== 'STOCK' &&
    came_from.some((id) => {
      const source = securities.get(id)?.row;
      return (
        source !== undefined &&
        source.kind === row.kind &&
        source.stakeholder_id === row.stakeholder_id &&
        numberKey(source.custom_id) === numberKey(row.custom_id)
      );
    })
  );
}
