// The answer of GET /api/distributions/:id/preview.
export interface PreviewRow {
  shareholder_id: string;
  shareholder: string;
  share_class_id: string;
  shares: string;
  gross: string;
  tax: string;
  net: string;
  excluded_reason: string | null;
}

export interface DistributionPreview {
  rows: PreviewRow[];
  total_gross: string;
  total_tax: string;
  total_net: string;
  rounding_difference: string;
  amount_per_share: string;
  currency: string;
  version: number;
  record_date: string;
  payment_date: string;
  /** Null once approved: nothing is left to approve. */
  preview_hash: string | null;
  /** Why the reader may not approve it; null when they may. */
  approval_refusal: { code: string; message: string } | null;
}

export const previewUrl = (id: unknown) => `/api/distributions/${encodeURIComponent(String(id))}/preview`;
