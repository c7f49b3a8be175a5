// What the writers of objects share while they write.
import type { ExerciseWindow } from '#src/domain/exerciseWindows.ts';
import type { SecurityState } from '#src/domain/ledger/core/state.ts';
import type { OcfTransaction } from '#src/domain/ledger/core/types.ts';
import { findingAt } from '../findings.ts';
import type { People } from '../people/holders.ts';
import type { SheetFinding } from '../reading.ts';
import type { Records, Security } from '../records/records.ts';
import type { MeantTable } from '../records/table.ts';
import type { VestingSecurity } from '../vesting/texts.ts';
import type { Existing } from './existing.ts';
import type { Classes } from './classes.ts';
import type { Plan, Plans, ReserveLoss } from './plans.ts';
import type { CapBasis } from './convertibles.ts';
import type { Links } from './links.ts';
import type { Making } from './parts.ts';

export interface BuildInput extends Making {
  records: Records;
  tables: readonly MeantTable[];
  people: People;
  /** For each holder, the shareholder of the company that it is. */
  knownIds: readonly (string | null)[];
  classes: Classes;
  plans: Plans;
  /** The class of plans that do not say theirs; null where it is asked. */
  planClass: string | null;
  links: Links;
  basisOf: (security: Security) => CapBasis | null;
  /** The day of the table: where an end has no day. */
  day: string;
  existing: Existing;
  answers: Readonly<Record<string, string>>;
}

/** What issuances and endings share while they are written. */
export interface Writing extends BuildInput {
  out: OcfTransaction[];
  findings: SheetFinding[];
  holderId: (named: number) => string;
  classId: (name: string) => string;
  planId: (name: string) => string | null;
  planClassId: (name: string) => string | null;
  planWindows: (name: string) => readonly ExerciseWindow[];
  /** The id that a security's objects are derived from. */
  keyOf: (security: Security) => string;
  securityId: (security: Security) => string;
  /** What the company has of the security already; null of a new one. */
  knownOf: (security: Security) => SecurityState | null;
  numberOf: (security: Security) => string;
  termsId: (security: VestingSecurity) => string | null;
  /** From which day it vests by time; null where it has vested, or waits for an event. */
  vestingStartOf: (security: VestingSecurity) => string | null;
  /** The legends that a cell names, each once. */
  legendIds: (legend: string) => string[];
  nextNumber: (prefix: string, own: string) => string;
  /** Notes shares that left a plan for good without an entry that says so. */
  reserveLess: (plan: Plan, loss: ReserveLoss) => void;
}

/** A warning at a security's row. */
export function warnAt(writing: Writing, security: Security, code: string, message: string): void {
  const field = security.kind === 'option' ? 'termination_date' : 'canceled_date';
  writing.findings.push(findingAt(writing.tables, security.place, field, { code, severity: 'warning', message }));
}
