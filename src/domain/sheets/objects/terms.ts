// What a SAFE or a note leaves open: whether its cap is pre-money or post-money, and a maturity that has passed.
import { findingAt } from '../findings.ts';
import { capBasisQuestion } from '../questions.ts';
import type { SheetFinding } from '../reading.ts';
import type { Convertible, Records, Security } from '../records/records.ts';
import type { MeantTable } from '../records/table.ts';
import { questionId } from '../values/forms.ts';
import { basisOf, isSafe } from './convertibles.ts';
import type { CapBasis } from './convertibles.ts';

const isOutstanding = ({ converted_on, ended_on }: Convertible): boolean => converted_on === null && ended_on === null;

/** Pre-money or post-money: what the instrument says, else an answer; else a warning. */
export function capsOf(records: Records, tables: readonly MeantTable[], answers: Readonly<Record<string, string>>) {
  const findings: SheetFinding[] = [];
  const open = new Map<number, number[]>();
  const answerOf = ({ place }: Security): CapBasis | null => {
    const table = tables[place.table]!;
    const column = table.columns.find(({ field }) => field === 'valuation_cap');
    const answer = column && answers[questionId('cap_basis', table.id, column.letters)];
    return answer === 'POST_MONEY' || answer === 'PRE_MONEY' ? answer : null;
  };
  for (const security of records.securities) {
    if (security.kind !== 'convertible' || security.cap === null || !isSafe(security) || !isOutstanding(security))
      continue;
    if (statedBasis(security, tables) !== null) continue;
    const { table, row } = security.place;
    open.set(table, [...(open.get(table) ?? []), row]);
    if (answerOf(security) !== null) continue;
    const message =
      'The file does not say whether the cap is post-money or pre-money. Answer it here, or the cap is imported without it.';
    findings.push(
      findingAt(tables, security.place, 'valuation_cap', { code: 'cap_basis_unknown', severity: 'warning', message }),
    );
  }
  const questions = [...open].flatMap(([table, rows]) => capBasisQuestion(tables[table]!, rows, answers) ?? []);
  const basis = (security: Security): CapBasis | null =>
    security.kind === 'convertible' ? (statedBasis(security, tables) ?? answerOf(security)) : null;
  return { findings, questions, basisOf: basis };
}

/** What the row or the heading says, where they do not contradict each other; else what the tab is called. */
function statedBasis({ instrument, place }: Convertible, tables: readonly MeantTable[]): CapBasis | null {
  const { columns, tab } = tables[place.table]!;
  const heading = columns.find(({ field }) => field === 'valuation_cap')?.heading ?? '';
  const [ofRow, ofHeading] = [basisOf(instrument), basisOf(heading)];
  if (ofRow !== null && ofHeading !== null && ofRow !== ofHeading) return null;
  return ofRow ?? ofHeading ?? basisOf(tab ?? '');
}

export function pastMaturity(records: Records, tables: readonly MeantTable[], day: string): SheetFinding[] {
  return records.securities.flatMap((security) => {
    if (
      security.kind !== 'convertible' ||
      security.maturity === null ||
      !isOutstanding(security) ||
      security.maturity >= day
    )
      return [];
    const message = `The note was due on ${security.maturity} and is still outstanding. If it was repaid or converted, enter the day.`;
    return [
      findingAt(tables, security.place, 'maturity_date', {
        code: 'note_past_maturity',
        severity: 'warning' as const,
        message,
      }),
    ];
  });
}
