// Unmistakable texts in every text column of every row, and what of them an answer may hold.
import pg from 'pg';
import { textOfPdf } from '../pdfText.ts';
import type { Reply } from '../people.ts';
import type { TestServer } from '../testServer.ts';
import { unzip } from '../workbook.ts';
import { neverShown, rowsWhere, tableAccess } from './tables.ts';

/** Somebody as the policies of the database know them; null where they have none. */
export interface Who {
  account: unknown;
  org: unknown;
  role: string | null;
  holder: unknown;
}

export interface Canaries {
  /** Where each of them is: "table.column". */
  places: string[];
  /** The names of the people (see plantCanaries) who may be shown it. */
  shownTo: Set<string>[];
  /** Columns of text that hold none, because the database allows only certain values there. */
  unplanted: string[];
}

const canary = (n: string) => `'qz' || lpad((${n})::text, 6, '0') || 'zq'`;
const CANARY = /qz(\d{6})zq/gi;

/** Not texts that somebody wrote: keys, and codes that the program interprets. */
const IS_CODE =
  /(^|_)(id|hash|sha256|key|kind|type|status|role|state|currency|currency_of|resource|action|verb|stage|mode|operation|fact|rule|severity|country|prefix|version|counts|behavior|reason_code|relationship)$|^storage_|^phone|^tax_id$|^(new_)?bank_account$|^body_hash$|_last4$|^relationship_|^new_status$|^time_zone$|^client_name$|^number_head$|^code$/;

/** Plants them in the rows that exist now. Triggers are off meanwhile, so that nothing else changes. */
export async function plantCanaries(server: TestServer, people: Record<string, Who>): Promise<Canaries> {
  const canaries: Canaries = { places: [], shownTo: [], unplanted: [] };
  const owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  try {
    for (const [table, { reads }] of Object.entries(tableAccess))
      await plantIn(owner, table, rowsWhere(table, reads), people, canaries);
    await plantIn(owner, 'account', NAMES_SHOWN, people, canaries);
  } finally {
    await owner.end();
  }
  return canaries;
}

/** Names of accounts: one's own, those of the people who work for the company, and to these everybody's in it. */
const NAMES_SHOWN = `with who as (select $1::uuid as account, $2::uuid as org, $3::text as role, $4::text as holder)
  select t.ctid::text as row from account t, who where t.id = who.account or who.role is not null and t.id in (
    select m.account_id from membership m where m.org_id = who.org and (m.role <> 'shareholder' or who.role <> 'shareholder'))`;

async function plantIn(
  owner: pg.Client,
  table: string,
  shownRows: string,
  people: Record<string, Who>,
  canaries: Canaries,
): Promise<void> {
  const { rows } = await owner.query<{ row: string }>(`select ctid::text as row from ${table} order by ctid`);
  const ids = rows.map(({ row }) => row);
  const shown = new Map<string, Set<string>>();
  for (const [name, who] of Object.entries(people)) {
    const found = await owner.query<{ row: string }>(shownRows, [who.account, who.org, who.role, who.holder]);
    shown.set(name, new Set(found.rows.map(({ row }) => row)));
  }
  const columns = await owner.query<{ name: string; type: string }>(
    `select column_name as name, data_type as type from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' and data_type in ('text', 'jsonb')
       and column_name not in (select a.attname from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
         where i.indrelid = $1::regclass and i.indisprimary)
     order by ordinal_position`,
    [table],
  );
  const isPlanted = ({ name }: { name: string }) => neverShown.includes(`${table}.${name}`) || !IS_CODE.test(name);
  await owner.query('begin');
  await owner.query(`alter table ${table} disable trigger user`);
  const planted: string[] = [];
  for (const { name, type } of columns.rows.filter(isPlanted)) {
    const set = (first: number) =>
      `update ${table} set ${name} = ${
        type === 'text'
          ? `coalesce(${name} || ' ', '') || ${canary(`${first} + x.n`)}`
          : `case jsonb_typeof(${name}) when 'object' then ${name} || jsonb_build_object('comments', jsonb_build_array(${canary(`${first} + x.n`)})) else ${name} end`
      } from unnest($1::text[]) with ordinality as x(row, n)`;
    await owner.query('savepoint try');
    // Rows move when they are written: they are found by their order, which the first column of a table fixes.
    const works = await owner.query(`${set(0)} where ${table}.ctid = x.row::tid`, [ids]).then(
      () => true,
      () => false,
    );
    await owner.query('rollback to savepoint try');
    if (works) planted.push(`${name} ${type}`);
    else canaries.unplanted.push(`${table}.${name}`);
  }
  if (planted.length > 0) {
    const base = canaries.places.length;
    const values = planted.map((each, at) => {
      const [name, type] = each.split(' ') as [string, string];
      const text = canary(`${base} + (x.n - 1) * ${planted.length} + ${at}`);
      return type === 'text'
        ? `${name} = coalesce(${name} || ' ', '') || ${text}`
        : `${name} = case jsonb_typeof(${name}) when 'object' then ${name} || jsonb_build_object('comments', jsonb_build_array(${text})) else ${name} end`;
    });
    await owner.query(
      `update ${table} set ${values.join(', ')} from unnest($1::text[]) with ordinality as x(row, n) where ${table}.ctid = x.row::tid`,
      [ids],
    );
    for (const id of ids)
      for (const each of planted) {
        const place = `${table}.${each.split(' ')[0]}`;
        const names = [...shown].filter(([, those]) => those.has(id)).map(([name]) => name);
        canaries.places.push(place);
        canaries.shownTo.push(new Set(neverShown.includes(place) ? [] : names));
      }
  }
  await owner.query(`alter table ${table} enable trigger user`);
  await owner.query('commit');
}

/** Out: the places of what an answer holds and this person must not be shown. */
export async function leaksIn(reply: Reply, who: string, { places, shownTo }: Canaries): Promise<string[]> {
  const found = new Set<string>();
  for (const [, n] of (await textOf(reply)).matchAll(CANARY))
    if (!shownTo[Number(n)]?.has(who)) found.add(places[Number(n)] ?? `unknown ${n}`);
  return [...found];
}

/** Everything that an answer says: its headers, and its content, also of papers, workbooks and packages. */
async function textOf({ headers, text, bytes }: Reply): Promise<string> {
  const head = decodeURIComponent(JSON.stringify(headers).replaceAll(/%(?![0-9a-f]{2})/gi, '%25'));
  if (text.startsWith('%PDF')) return head + textOfPdf(bytes).join('').replaceAll(/\s/g, '');
  if (!text.startsWith('PK')) return head + text;
  return head + [...(await unzip(bytes)).values()].join('\n');
}

/** The places of all that an answer holds. */
export const placesIn = async (reply: Reply, { places }: Canaries): Promise<string[]> =>
  [...(await textOf(reply)).matchAll(CANARY)].map(([, n]) => places[Number(n)]!);
