// The rows of the audit trail that a transaction will write as its last step (server/db/functions/audit.sql).

/** A line of histories and of the recent activity, of one record that the request concerned. */
export interface AuditLine {
  id: string;
  /** What was done, to follow the person's name. */
  text: string;
  resource: string;
  resource_id: string;
  /** The holder it concerns, who may read it too. */
  shareholder_id: string | null;
  known_to: KnownTo;
}

/**
 * Which of the company's people may read a line: as many as may read what it tells of. `company`: they all, and no holder, although a
 * holder may see what it tells of.
 */
export type KnownTo = 'administrators' | 'editors' | 'company' | 'readers';

export interface AuditRow {
  id: string;
  org_id: string;
  account_id: string | null;
  /** By default, the account's name. */
  actor?: string;
  at: string;
  action: string;
  /** The record's resource and id. */
  resource: string;
  resource_id: string | null;
  /** What was done, to follow the person's name. */
  summary: string;
  /** Canonical JSON; null where nothing is to be compared. */
  before: string | null;
  after: string | null;
  request_id: string | null;
  /** The database gives each the time and the person of the row. */
  lines?: AuditLine[];
}

/** As one JSON text, in order of time. `before` and `after` go in as they are: the database stores and hashes that text. */
export function textOfRows(rows: readonly AuditRow[]): string {
  const inOrder = rows.toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
  const text = ({ before, after, ...row }: AuditRow) =>
    `${JSON.stringify(row).slice(0, -1)}${before ? `,"before":${before}` : ''}${after ? `,"after":${after}` : ''}}`;
  return `[${inOrder.map(text).join(',')}]`;
}
