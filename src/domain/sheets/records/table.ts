// A table with everything that is known about it before its rows are read.
import type { Column } from '../meanings/columns.ts';
import type { EventMeaning } from '../meanings/eventWords.ts';
import type { StatusMeaning } from '../meanings/statusWords.ts';
import type { Role } from '../reading.ts';
import type { FoundTable } from '../tables/findTables.ts';
import type { KindOfRow } from '../tables/rowTypes.ts';
import type { Forms } from '../values/readTable.ts';

export interface MeantTable extends FoundTable {
  index: number;
  role: Role;
  columns: Column[];
  kinds: KindOfRow[];
  formsOf: (column: number) => Forms;
  /** The class that the table's title names, for a ledger of one class. */
  titleClass: string | null;
}

/** What the rows need to know of the whole file. */
export interface FileFacts {
  today: string;
  /** The day that counts where a row has none. */
  day: string;
  isDayKnown: boolean;
  hasOptionTable: boolean;
  hasConvertibleTable: boolean;
  /** The only class there is, where there is one. */
  onlyClass: string | null;
  /** What a status means; null for one that is asked. */
  statusOf: (text: string) => StatusMeaning | null;
  /** What a row of a journal records; null for one that is asked. */
  eventOf: (text: string) => EventMeaning | null;
  /** The company's name, which a journal may have as a party; empty where it is not known. */
  company: string;
  /** The company's name as a journal's issues have it, as names are compared; null where none does. */
  issuer: string | null;
  /** By table and column, the class that was answered for shares without one. */
  classOf: (table: string, column: string) => string | null;
}
