// The declaration of a resource whose screen is not the one that is open, for `use`.
import { loadResource } from '#src/resources/heads/loadResource.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';

/** One promise for each resource: `use` reads it again and again. */
const loading = new Map<string, Promise<Resource>>();

export function declarationOf(name: string): Promise<Resource> {
  if (!loading.has(name)) loading.set(name, loadResource(name));
  return loading.get(name)!;
}
