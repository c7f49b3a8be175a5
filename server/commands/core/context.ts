// What every command receives: the request's transaction, the actor and the dependencies; and small helpers.
import { say } from '#src/words/say.ts';
import { dayAt } from '#src/domain/dates.ts';
import { decimal, grouped } from '#src/domain/figures/decimal.ts';
import { AppError } from '#src/domain/errors.ts';
import { writtenMoney } from '#src/domain/figures/money.ts';
import { widestReaders } from '#src/resources/kit/access.ts';
import type { Actor } from '#src/resources/kit/access.ts';
import { labelOf, wordOf } from '#src/resources/kit/defineResource.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import type { Field } from '#src/resources/kit/fields.ts';
import { sameValue } from '#src/resources/kit/validation.ts';
import type { AuditLine, KnownTo } from '#server/db/auditRow.ts';
import type { Row, Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { addAuditRow, declarationOf } from './auditEntry.ts';
import { nameInMail } from '#server/data/queue/messages.ts';

export interface CommandContext {
  tx: Tx;
  actor: Actor;
  deps: Deps;
  /** Several commands that stand and fall together, as when drafts are posted: the seq of their first entry, once there is one. */
  unit?: { command_seq: string | null };
}

/** The name that the history shows, such as "Ada Lovelace". */
export async function actorName({ tx, actor }: CommandContext): Promise<string> {
  const row = await tx.row<{ name: string }>(`select first_name || ' ' || last_name as name from org_person($1)`, [
    actor.account_id,
  ]);
  return row?.name ?? 'Sharebook';
}

/** The company's name. */
export async function companyName({ tx, actor }: CommandContext): Promise<string> {
  const row = await tx.row<{ name: string }>('select client_display_name as name from organization where id = $1', [
    actor.org_id,
  ]);
  return row?.name ?? '';
}

/** The last line of a mail: who wrote it for the company. */
export const signature = async (context: CommandContext): Promise<() => string> => {
  const [writer, company] = [nameInMail(await actorName(context)), nameInMail(await companyName(context))];
  return () => say`${writer}\nfor ${company}`;
};

export interface ActivityNote {
  /** What was done, to follow the person's name: "issued CS-4, 10,000 Common, to Ada Lovelace". */
  text: string;
  resource: string;
  id: string;
  /** The holder it concerns, who may see the line too. */
  shareholder_id?: string | null;
  /** By default, those of the company who may read such records. */
  known_to?: KnownTo | undefined;
}

const readersOf = (name: string): KnownTo => {
  const declared = declarationOf(name);
  return declared ? widestReaders(declared) : 'readers';
};

/**
 * Adds a line to the history of a record, and to the recent activity. It is written with the request's row of the audit
 * trail, at the end of the transaction; outside a request, as when the sample company is made, it is a row of its own.
 */
export function recordActivity({ tx, actor, deps }: CommandContext, note: ActivityNote): void {
  const { text, resource, id: resource_id, shareholder_id = null } = note;
  const known_to = note.known_to ?? readersOf(resource);
  const line: AuditLine = { id: deps.newId(), text, resource, resource_id, shareholder_id, known_to };
  if (tx.entry) {
    tx.entry.lines.push(line);
    return;
  }
  const row = { action: 'record', resource, resource_id, summary: text };
  addAuditRow(tx, deps, { org_id: actor.org_id!, account_id: actor.account_id, ...row }, [line]);
}

/**
 * Describes an edit for the history: ": Prefix, Par value from $0.001 to $0.002". Figures, days and choices show both
 * values. Texts and references show only their name: removed text may be private.
 */
export function whatChanged(resource: Resource, values: Row, before: Row): string {
  // Computed fields follow from other changes, so they are left out.
  const isShown = (name: string) => {
    const field = resource.fields[name];
    return field ? !field.readOnly : name.endsWith('_ids');
  };
  const inOrder = (value: unknown) => (Array.isArray(value) ? value.toSorted() : value);
  const changes = Object.keys(values)
    .filter((name) => isShown(name) && !sameValue(inOrder(values[name]), inOrder(before[name])))
    .map((name) => {
      const words = (value: unknown) => wordsOf(resource.fields[name], value, before.currency);
      return changeOf(labelOf(resource, name), words(before[name]), words(values[name]));
    })
    .filter((change) => change !== null);
  return changes.length > 0 ? `: ${changes.join(', ')}` : '';
}

/** Null when only the notation differs, such as 5000 and 5000.00. */
function changeOf(label: string, was: string | null, now: string | null): string | null {
  if (was === null || now === null) return label;
  if (was === now) return null;
  if (was === '') return `${label} set to ${now}`;
  return now === '' ? `${label} removed (was ${was})` : `${label} from ${was} to ${now}`;
}

/** A value as the history shows it: empty when there is none, null when only the field's name is shown. */
function wordsOf(field: Field | undefined, value: unknown, currency: unknown): string | null {
  const text = String(value ?? '');
  switch (field?.kind) {
    case 'money':
      if (text === '') return '';
      return currency && !field.isFactor ? writtenMoney(text, String(currency)) : grouped(decimal(text));
    case 'number':
      return text === '' ? '' : grouped(decimal(text));
    case 'date':
      return text;
    case 'choice':
      return text === '' ? '' : wordOf(field, text);
    case 'boolean':
      return text === '' ? '' : (field.words ?? ['Yes', 'No'])[value === true ? 0 : 1];
    default:
      return null;
  }
}

/** The refusal of a stale edit, detected before or while writing. */
export const staleEdit = () =>
  new AppError('stale_version', 'This record was changed by someone else. Reload and try again.', { status: 409 });

/** `field`: the input to correct. */
export const conflict = (code: string, sentence: string, field?: string) =>
  new AppError(code, sentence, { status: 409, ...(field ? { fields: { [field]: sentence } } : {}) });

/**
 * The company's current date. In SQL it is `current_date`: every transaction of a session runs in the company's time
 * zone.
 */
export const today = ({ actor, deps }: Pick<CommandContext, 'actor' | 'deps'>): string =>
  dayAt(deps.now(), actor.time_zone);
