import type { Deps } from '../../deps.ts';
export async function seedDemo(_deps: Deps, _say: (line: string) => void): Promise<void> {}
