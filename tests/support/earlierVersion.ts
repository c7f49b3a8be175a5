// Reads the sample company of an earlier Sharebook, and its cap tables (tests/server/database/fixtures).
import type { Row } from '#server/db/database.ts';

/** The secret that fixtures are signed with. It is the same wherever they are restored. */
export const ENVIRONMENT = { APP_SECRET: 'the secret of the upgrade fixtures', DEMO: 'on' };

export type Ask = (path: string, body?: object) => Promise<Row & Row[]>;

/** Signs in as the owner of the sample company, who needs no code. */
export async function sampleOwner(address: string): Promise<Ask> {
  let token = '';
  const ask: Ask = async (path, body) => {
    const response = await fetch(address + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return (await response.json()) as Row & Row[];
  };
  const { demo } = await ask('/api/config');
  token = String((await ask('/api/auth/login', demo as object)).access_token);
  return ask;
}

export async function tablesAt(ask: Ask, paths: readonly string[]): Promise<{ path: string; table: Row }[]> {
  const tables = [];
  for (const path of paths) tables.push({ path, table: await ask(path) });
  return tables;
}
