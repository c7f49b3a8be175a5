// What every command gets: the request's transaction, who asks, the outside world; and the small things all need.
import { dayAt } from '../../src/domain/dates.ts';
import { AppError } from '../../src/domain/errors.ts';
import type { Actor } from '../../src/resources/kit/access.ts';
import { labelOf } from '../../src/resources/kit/defineResource.ts';
import type { Resource } from '../../src/resources/kit/defineResource.ts';
import { sameValue } from '../../src/resources/kit/validation.ts';
import type { Row, Tx } from '../db/database.ts';
import type { Deps } from '../deps.ts';

export interface CommandContext {
  tx: Tx;
  actor: Actor;
  deps: Deps;
}

/** "Ada Lovelace", as history shows who did it. */
export async function actorName({ tx, actor }: CommandContext): Promise<string> {
  const row = await tx.row<{ name: string }>(`select first_name || ' ' || last_name as name from org_person($1)`, [
    actor.account_id,
  ]);
  return row?.name ?? 'Sharebook';
}

/** The company's name, beside the name of who writes for it. */
export async function companyName({ tx, actor }: CommandContext): Promise<string> {
  const row = await tx.row<{ name: string }>('select client_display_name as name from organization where id = $1', [
    actor.org_id,
  ]);
  return row?.name ?? '';
}

/** Who wrote a mail for the company: its last line. */
export const signature = async (context: CommandContext): Promise<string> =>
  `${await actorName(context)}\nfor ${await companyName(context)}`;

export interface ActivityNote {
  /** What was done, after the person's name: "issued CS-4, 10,000 Common, to Ada Lovelace". */
  text: string;
  resource: string;
  id: string;
  /** The holder it concerns, who may see it too. */
  shareholder_id?: string | null;
}

export async function recordActivity(context: CommandContext, note: ActivityNote): Promise<void> {
  const { tx, actor, deps } = context;
  await tx.write(
    'insert into activity (org_id, id, account_id, actor, text, resource, resource_id, shareholder_id, at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)',
    [
      actor.org_id,
      deps.newId(),
      actor.account_id,
      await actorName(context),
      note.text,
      note.resource,
      note.id,
      note.shareholder_id ?? null,
      deps.now().toISOString(),
    ],
  );
}

/** ": Prefix, Par value" of an edit, for its line in the history. */
export function whatChanged(resource: Resource, values: Row, before: Row): string {
  // What is computed follows from what somebody changed.
  const isShown = (name: string) => {
    const field = resource.fields[name];
    return field ? !field.readOnly : name.endsWith('_ids');
  };
  const inOrder = (value: unknown) => (Array.isArray(value) ? value.toSorted() : value);
  const changed = Object.keys(values).filter(
    (name) => isShown(name) && !sameValue(inOrder(values[name]), inOrder(before[name])),
  );
  return changed.length > 0 ? `: ${changed.map((name) => labelOf(resource, name)).join(', ')}` : '';
}

/** A stale edit, seen before or while writing. */
export const staleEdit = () =>
  new AppError('stale_version', 'This record was changed by someone else. Reload and try again.', { status: 409 });

/** `field`: the input that has to change. */
export const conflict = (code: string, sentence: string, field?: string) =>
  new AppError(code, sentence, { status: 409, ...(field ? { fields: { [field]: sentence } } : {}) });

/** The company's today. In SQL it is `current_date`: every transaction of a session runs in the company's time zone. */
export const today = ({ actor, deps }: Pick<CommandContext, 'actor' | 'deps'>): string =>
  dayAt(deps.now(), actor.time_zone);
