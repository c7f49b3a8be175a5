// The answer of GET /api/dashboard, for the viewer.
export interface Activity {
  at: string;
  actor: string | null;
  text: string;
  resource: string | null;
  id: string | null;
}

export interface UpcomingTask {
  id: string;
  title: string;
  priority: string;
  due_date: string | null;
}

export interface OwnHolding {
  kind: 'certificate' | 'grant' | 'convertible' | 'warrant';
  /** Of stock the class, of everything else the security. */
  id: string;
  label: string;
  share_class: string | null;
  quantity?: string | null;
  vested?: string | null;
  amount?: string | null;
  compensation_type?: string | null;
  /** The last day of what can be exercised no more and is not cancelled yet. */
  ended_on?: string | null;
  price: string | null;
  /** As it is on record, where splits since then changed what a share of today is. */
  price_recorded: string | null;
  price_source: 'valuation' | 'last_round' | 'issue' | null;
  price_date: string | null;
  value: string | null;
  currency: string | null;
}

/** What waits for the company's people, of one kind: the nearest few of `total`. */
export interface WaitingKind {
  kind:
    | 'distribution'
    | 'join_request'
    | 'payment_failed'
    | 'payment_late'
    | 'note_matured'
    | 'grant_ends'
    | 'warrant_ends'
    | 'grant_expired'
    | 'dispute'
    | 'election_83b';
  total: number;
  rows: Array<Record<string, unknown> & { id: string }>;
}

export interface DashboardAnswer {
  total_shareholders: number;
  active_certificates: number;
  distributions: number;
  total_shares: number | string;
  recent_activity: Activity[];
  upcoming_tasks: UpcomingTask[];
  /** A shareholder's own. `values` sums those that have one by currency; `value_is_whole`: all have, in one currency. */
  holdings?: OwnHolding[];
  values?: { currency: string; value: string }[];
  value_is_whole?: boolean;
  /** Their payments that failed or are late, options and warrants about to end, and elections they may still file. */
  attention?: WaitingKind[];
  /** For those who decide. */
  decisions?: WaitingKind[];
}
