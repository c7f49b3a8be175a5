// Gives chosen shareholders the details that a spreadsheet states of them, by the command that edits a shareholder: its checks,
// its line in the history and its mails are those of any edit. Tax numbers and bank accounts are never among the details.
import type { PersonRead } from '#src/domain/sheets/people/personRead.ts';
import type { SheetApplyBody } from '#src/contract/sheets.ts';
import { AppError } from '#src/domain/errors.ts';
import { labelOf } from '#src/resources/kit/defineResource.ts';
import { shareholders } from '#src/resources/shareholders.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import type { Row } from '#server/db/database.ts';
import { orgOf } from '#server/auth/actor.ts';
import { addAuditRow, changedValues } from '../core/auditEntry.ts';
import { invalidFields } from '../core/checked.ts';
import { conflict } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { updateShareholder } from '../shareholders/shareholders.ts';

type Change = NonNullable<SheetApplyBody['people']>['change'];

/**
 * Out: how many were changed. Refuses: somebody of whom the file says nothing else, and a detail that cannot be (422);
 * stale_version (409) of somebody who was changed after the caller saw them, or after the file was read.
 */
export async function changePeople(
  context: CommandContext,
  people: readonly PersonRead[],
  change: Change = 'none',
): Promise<number> {
  if (change === 'none') return 0;
  const matched = new Map(people.map((person) => [person.stakeholder_id, person]));
  const chosen =
    change === 'all'
      ? null
      : new Map(change.map((each) => (typeof each === 'string' ? [each, null] : [each.id, each.version])));
  for (const id of chosen?.keys() ?? [])
    if (!matched.has(id)) throw invalidFields({ people: 'Choose shareholders that this file names.' });
  let changed = 0;
  for (const person of people) {
    const { stakeholder_id, differences } = person;
    if (stakeholder_id === null || differences.length === 0 || (chosen && !chosen.has(stakeholder_id))) continue;
    await changeOne(context, { ...person, id: stakeholder_id, seen: chosen?.get(stakeholder_id) ?? person.version });
    changed += 1;
  }
  return changed;
}

interface ToChange extends PersonRead {
  id: string;
  /** The version that the caller saw; without one, that of this reading. */
  seen: number | null;
}

async function changeOne(context: CommandContext, { id, seen, ...person }: ToChange): Promise<void> {
  const { tx, actor } = context;
  const current = await findRecord(tx, actor, shareholders, id);
  if (!current)
    throw invalidFields({ people: `${person.name} is no longer among your shareholders. Read the file again.` });
  if (current.version !== person.version || current.version !== seen) throw changedMeanwhile(person);
  try {
    await updateShareholder(context, current, { ...detailsOf(person, current), version: current.version });
    await noteInTrail(context, current, person);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'stale_version') throw changedMeanwhile(person);
    throw error.fields ? atPerson(error.fields, person) : error;
  }
}

const changedMeanwhile = ({ name }: PersonRead): AppError =>
  conflict('stale_version', `${name} was changed meanwhile. Open the file again.`);

/** A row of its own for each: the import's row has the lines, not what each of them was before. */
async function noteInTrail({ tx, actor, deps }: CommandContext, before: Row, { name }: PersonRead): Promise<void> {
  const after = await findRecord(tx, actor, shareholders, String(before.id));
  const row = addAuditRow(tx, deps, {
    org_id: orgOf(actor),
    account_id: actor.account_id,
    action: 'update',
    resource: shareholders.name,
    resource_id: String(before.id),
    summary: `changed shareholder ${name} by a list`,
  });
  Object.assign(row, changedValues(shareholders, before, after ?? null));
}

/** The file's details in the fields of a shareholder: a person's name has two, and both lines of a street are one. */
function detailsOf({ differences }: PersonRead, current: Row): Row {
  const stated: Row = Object.fromEntries(differences.map(({ field, file }) => [field, file]));
  const { name, ...details } = stated;
  if ('street_1' in details) details.street_2 = null;
  const type = details.type ?? current.type;
  const isRenamed = name !== undefined || type !== current.type;
  if (!isRenamed) return details;
  const called = String(name ?? current.name);
  if (type === 'entity') return { ...details, entity_name: called };
  const [first_name, ...rest] = called.split(/\s+/);
  return { ...details, first_name, last_name: rest.join(' ') || null };
}

function atPerson(fields: Readonly<Record<string, string>>, { name }: PersonRead): AppError {
  const faults = Object.entries(fields).map(([field, message]) => `${labelOf(shareholders, field)}: ${message}`);
  return invalidFields({
    people: `${name} cannot get the details of the file. ${faults.join(' ')} Leave this person out, or correct the file.`,
  });
}
