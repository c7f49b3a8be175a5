// The address of a distribution's preview.
export type { DistributionPreview, PreviewRow } from '#src/contract/distributions/distributionPreview.ts';

/** Lines that are drawn at first, and that are added by each "Show more". */
export const LINES_SHOWN = 200;

export const previewUrl = (id: unknown, limit: number = LINES_SHOWN) =>
  `/api/distributions/${encodeURIComponent(String(id))}/preview?limit=${limit}`;
