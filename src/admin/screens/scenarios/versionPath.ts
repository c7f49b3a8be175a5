// The page of an earlier version.
import { showPath } from '../../kit/paths.ts';

export const versionPath = (id: string, version: number): string => `${showPath('scenarios', id)}?version=${version}`;
