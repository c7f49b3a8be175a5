import { heads } from './heads.ts';
import type { ResourceHead } from './heads.ts';

export function headNamed(name: string): ResourceHead {
  const found = heads.find((head) => head.name === name);
  if (!found) throw new Error(`No resource is declared under the name ${name}.`);
  return found;
}
