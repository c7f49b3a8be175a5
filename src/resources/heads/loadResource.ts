// The declaration of the screen that opens. In its place the build writes an import of each declaration's own file
// (scripts/leanResources.ts), so that a screen loads no other.
import { resourceNamed } from '../index.ts';
import type { Resource } from '../kit/defineResource.ts';

export const loadResource = async (name: string): Promise<Resource> => resourceNamed(name);
