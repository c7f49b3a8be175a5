// Where the preview of a distribution is asked for.
export type { DistributionPreview, PreviewRow } from '../../../contract/distributionPreview.ts';

export const previewUrl = (id: unknown) => `/api/distributions/${encodeURIComponent(String(id))}/preview`;
