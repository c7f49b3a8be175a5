// The address of a distribution's preview.
export type { DistributionPreview, PreviewRow } from '../../../contract/distributionPreview.ts';

export const previewUrl = (id: unknown) => `/api/distributions/${encodeURIComponent(String(id))}/preview`;
