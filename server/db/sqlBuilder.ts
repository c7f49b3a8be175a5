// Builds SQL and parses PostgreSQL's answers.
import pg from 'pg';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { Row } from './tx.ts';

// Dates and exact numbers stay text, set in one place: a JS Date shifts days, a float loses shares.
const TEXT_TYPES = [pg.types.builtins.DATE, pg.types.builtins.NUMERIC, pg.types.builtins.INT8];
for (const type of TEXT_TYPES) pg.types.setTypeParser(type, (value) => value);
const instant = (value: string) => new Date(value.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString();
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, instant);

type AnyTables = Record<string, Row>;

/**
 * Only builds SQL; execution goes through a transaction. Identifiers come from declarations, values are parameters.
 */
export const sqlBuilder = new Kysely<AnyTables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});
