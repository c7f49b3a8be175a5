// Rules that are data: JSON files of ours, and those that an operator adds in a folder of DATA_DIR.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The operator's files, in the order of their names; none where there is no folder. */
export const rulesFilesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .sort()
        .map((name) => join(folder, name))
    : [];

/** What a file must be, as a schema says it. */
interface Schema<T> {
  safeParse(
    content: unknown,
  ): { success: true; data: T } | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } };
}

/** Throws, naming the file and what is wrong in it. */
export function readRules<T>(file: string, schema: Schema<T>): T {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file} is not JSON.`, { cause: error });
  }
  const parsed = schema.safeParse(content);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0]!;
  throw new Error(`${file}, ${path.join('.')}: ${message}`);
}
