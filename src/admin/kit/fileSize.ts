// The size of a file, as people say it. Few screens show one.
import { figures } from '#src/words/figures.ts';
import { say } from '#src/words/say.ts';

/** Under 1024 bytes in B, under 1 MB in KB, otherwise in MB, both with two decimals. */
export function formatFileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return say`${figures((bytes / 1024).toFixed(2))} KB`;
  return say`${figures((bytes / (1024 * 1024)).toFixed(2))} MB`;
}
