// One row of the audit trail: opened before a request's work and closed with its result. The work adds the record as it was and
// the lines that histories show.
import type { Actor } from '#src/resources/kit/access.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import type { Field } from '#src/resources/kit/fields.ts';
import { resources } from '#src/resources/index.ts';
import { organization } from '#src/resources/organization.ts';
import { canonicalJson } from '#server/data/canonicalJson.ts';
import type { AuditLine, AuditRow } from '#server/db/auditRow.ts';
import type { Row, Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';

/** What the trail says of a route's requests. */
export interface Audited {
  action: string;
  /** A resource's name, or the name of a report. */
  resource: string;
  /** The sentence, to follow the person's name, where the command notes none. */
  summary: string;
  /** A request that notes no line changed nothing. */
  ifNoted?: boolean;
}

/** The longest text kept of a value. */
const TEXT_MAX = 500;
/** What is shown of a sensitive value. */
const HIDDEN = 'changed';

export class AuditEntry {
  readonly id: string;
  /** The record as it was and as it became. Null: it did not exist, or its values are not part of what was done. */
  before: Row | null = null;
  after: Row | null = null;
  resource_id: string | null = null;
  /** Added by the commands of this request. */
  readonly lines: AuditLine[] = [];
  readonly #audited: Audited;
  readonly #at: string;
  #summary: string | null = null;

  constructor(deps: Pick<Deps, 'newId' | 'now'>, audited: Audited) {
    this.id = deps.newId();
    this.#audited = audited;
    this.#at = deps.now().toISOString();
  }

  /** The sentence, where it says more than the route does. */
  says(summary: string): void {
    this.#summary = summary;
  }

  /** The finished row; null if nothing was done. */
  close(actor: Actor, requestId: string): AuditRow | null {
    const { action, resource, summary, ifNoted } = this.#audited;
    if (ifNoted && this.lines.length === 0) return null;
    const line =
      this.lines.find((each) => each.resource === resource && each.resource_id === this.resource_id) ??
      this.lines.at(-1);
    const compared = changedValues(declarationOf(resource), this.before, this.after);
    return {
      id: this.id,
      org_id: actor.org_id!,
      account_id: actor.account_id,
      at: this.#at,
      action,
      resource,
      // A whole list or report that is handed out is no record.
      resource_id: this.resource_id ?? (line?.resource === resource && action !== 'export' ? line.resource_id : null),
      summary: this.#summary ?? this.#told(line) ?? `${summary}${this.#name()}`,
      ...compared,
      request_id: requestId,
      lines: this.lines,
    };
  }

  /** What was done with several records at once is one row. */
  #told(line: { text: string } | undefined): string | null {
    if (!line) return null;
    const others = this.resource_id === null ? this.lines.length - 1 : 0;
    return others > 0 ? `${line.text}, and ${others} more` : line.text;
  }

  #name(): string {
    const title = declarationOf(this.#audited.resource)?.title;
    const name = title && (this.after ?? this.before)?.[title];
    return typeof name === 'string' && name !== '' ? ` ${name}` : '';
  }
}

/** The resource of that name, the company's own record included. */
export const declarationOf = (name: string): Resource | undefined =>
  name === organization.name ? organization : resources.find((each) => each.name === name);

/** Only the declared fields that differ, as canonical JSON, each bounded. */
export function changedValues(
  resource: Pick<Resource, 'fields'> | undefined,
  before: Row | null,
  after: Row | null,
): { before: string | null; after: string | null } {
  if (!resource) return { before: null, after: null };
  const names = Object.keys(resource.fields).filter((name) => {
    const field = resource.fields[name]!;
    if (field.kind === 'id' || field.kind === 'file' || name === 'version') return false;
    return canonicalJson(before?.[name] ?? null) !== canonicalJson(after?.[name] ?? null);
  });
  const shown = (record: Row | null) =>
    record === null || names.length === 0
      ? null
      : canonicalJson(
          Object.fromEntries(names.map((name) => [name, shownValue(resource.fields[name]!, record[name])])),
        );
  return { before: shown(before), after: shown(after) };
}

function shownValue(field: Field, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (field.isSensitive) return HIDDEN;
  const text = typeof value === 'object' ? canonicalJson(value) : value;
  return typeof text === 'string' && text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX).toWellFormed()}…` : text;
}

interface Noted {
  org_id: string;
  account_id: string;
  action: string;
  resource: string;
  resource_id: string | null;
  summary: string;
}

/** A row that no route declares, such as a sign-in. */
export function addAuditRow(
  tx: Tx,
  deps: Pick<Deps, 'newId' | 'now'>,
  noted: Noted,
  lines: AuditLine[] = [],
): AuditRow {
  const row = {
    ...noted,
    id: deps.newId(),
    at: deps.now().toISOString(),
    before: null,
    after: null,
    request_id: null,
    lines,
  };
  tx.audit.push(row);
  return row;
}
