// Tables of payments of a company that has two classes, and what they make.
import type { SheetResult } from '#src/domain/sheets/readSheet.ts';
import { gridOf, read as readGrid } from './grids.ts';
import type { Written } from './grids.ts';

export const CLASSES = [
  { object_type: 'STOCK_CLASS', id: 'common', name: 'Common', default_id_prefix: 'CS-', class_type: 'COMMON' },
  { object_type: 'STOCK_CLASS', id: 'seed', name: 'Series Seed', default_id_prefix: 'PS-', class_type: 'PREFERRED' },
];
const existing = { statics: CLASSES, transactions: [] };
export const readPayments = (grid: Parameters<typeof readGrid>[0], options: Parameters<typeof readGrid>[1] = {}) =>
  readGrid(grid, { existing, ...options });
export const HEAD = ['Distribution', 'Holder', 'Class', 'Record date', 'Payment date', 'Gross', 'Tax', 'Net'];
export const table = (...rows: Written[][]) => gridOf({ name: 'Dividends', rows: [HEAD, ...rows] });
export const ada: Written[] = [
  'Dividend 2023',
  'Ada',
  'Common',
  '2023-05-31',
  '2023-06-15',
  '100.00',
  '15.00',
  '85.00',
];
export const eve: Written[] = ['Dividend 2023', 'Eve', 'Common', '2023-05-31', '2023-06-15', '50.10', '0', '50.10'];
/** "name: holder gross-tax=net on day". */
export const paid = ({ distributions }: SheetResult) =>
  distributions.flatMap(({ name, payments }) =>
    payments.map(
      (each) =>
        `${name}: ${each.shareholder_id.replace('stakeholder ', '')} ${each.gross}-${each.tax}=${each.net} on ${each.paid_on}`,
    ),
  );
