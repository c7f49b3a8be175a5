// The version of this Sharebook, as package.json has it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const VERSION = (
  JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8')) as { version: string }
).version;

/** Whether a version such as "0.10.0" is later than another. */
export function isLaterVersion(version: string, than: string): boolean {
  const [a, b] = [version, than].map((each) => each.split('.').map(Number)) as [number[], number[]];
  const at = a.findIndex((part, index) => part !== b[index]);
  return at >= 0 && a[at]! > (b[at] ?? 0);
}
