// Taking back a certificate, a grant, a convertible or a warrant that its holder has not accepted: the same verb.
import { say } from '#src/words/say.ts';
import { administrators } from '../kit/access.ts';
import type { Shown, VerbDeclaration, Writer } from '../kit/verb.ts';
import { effectiveDay, reason } from './asked.ts';

interface Retractable {
  summary: string;
  /** The statuses of one that may be taken back. */
  from: readonly string[];
  nameOf: (record: Shown) => string;
  text: (record: Shown, write: Writer) => string;
  keep: string;
}

/** Nothing was made of a part of it. */
const isWhole = ({ reductions = [] }: Shown): boolean =>
  (reductions as readonly { why: string }[]).every(({ why }) => why === 'PARTIAL_CANCEL');

export const retraction = ({ summary, from, nameOf, text, keep }: Retractable) =>
  ({
    retract: {
      label: say`Retract`,
      summary,
      roles: administrators,
      from,
      // What came from another security is taken back with the entry that it came from. Only a page tells both.
      when: (record: Shown) =>
        !record.ended && record.accepted_on === null && record.recorded_by === null && isWhole(record),
      destructive: true,
      fields: { reason: reason(), date: effectiveDay() },
      title: (record: Shown) => say`Retract ${nameOf(record)}?`,
      text,
      submit: (record: Shown) => say`Retract ${nameOf(record)}`,
      keep,
      done: (record: Shown) => say`${nameOf(record)} retracted`,
      answers: 'record',
    },
  }) as const satisfies Record<string, VerbDeclaration>;
