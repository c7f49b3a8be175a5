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
  share_class_id: string;
  share_class: string;
  shares: string;
  price_per_share: string | null;
  value: string | null;
}

export interface DashboardAnswer {
  total_shareholders: number;
  active_certificates: number;
  distributions: number;
  total_shares: number | string;
  recent_activity: Activity[];
  upcoming_tasks: UpcomingTask[];
  /** A shareholder's own, at the price on record. */
  holdings?: OwnHolding[];
  value?: string | null;
}
