import { describe, expect, it } from 'vitest';
import {
  classAuthorized,
  granted,
  issued,
  ledgerOf,
  noted,
  stockClass,
  tableOf,
  warranted,
  company,
} from '../ledger/factories.ts';
import { capTableAsOf } from '#src/domain/captable/capTable.ts';

describe('the cap table on a day', () => {
  const ledger = ledgerOf([
    issued('s1', 'ada', '1'),
    issued('s2', 'grace', '1'),
    issued('s3', 'linus', '1', { stock_class_id: 'preferred' }),
    granted('o1', 'linus', '50'),
    warranted('w1', 'ada', '7'),
    noted('n1', 'ada', '1000'),
  ]);
  it('shows the holdings of every holder, and percentages that sum to exactly 100', () => {
    expect(tableOf(ledger, '2022-01-01')).toEqual({
      as_of: '2022-01-01',
      basis: 'outstanding',
      classes: [
        stockClassRow('common', '2', '66.6667', '1/1', {
          kept_for_conversion: '2',
          kept_for_options: '50',
          kept: '52',
          free: '999946',
        }),
        stockClassRow('preferred', '1', '33.3333', '2/1', { free: '999999' }),
      ],
      instruments: [
        { kind: 'options', quantity: '50', counted: '0', percent: '0.0000' },
        { kind: 'warrants', quantity: '7', counted: '0', percent: '0.0000' },
        { kind: 'pool', quantity: '0', counted: '0', percent: '0.0000' },
      ],
      rows: [
        row('ada', 'common', {
          warrants: '7',
          percent: '33.3334',
          convertibles: [{ kind: 'SAFE', count: 1, amount: '1000', currency: 'USD' }],
        }),
        row('grace', 'common', { percent: '33.3333' }),
        row('linus', 'preferred', { options: '50', percent: '33.3333' }),
      ],
      convertibles: [{ kind: 'SAFE', count: 1, amount: '1000', currency: 'USD' }],
      pool_available: '0',
      total: '3',
    });
  });
  it('has no rows before the first issue, and shows every class at zero percent', () => {
    const table = tableOf(ledger, '2021-12-31');
    expect(table).toMatchObject({ rows: [], convertibles: [], total: '0' });
    expect(table.classes.map((each) => each.percent)).toEqual(['0.0000', '0.0000']);
  });
  it('shows a holder who has only options at zero percent', () => {
    const table = tableOf(ledgerOf([granted('o1', 'linus', '50')]), '2022-01-01');
    expect(table.rows).toMatchObject([
      { shareholder_id: 'linus', options: '50', total: '0', percent: '0.0000', holdings: [] },
    ]);
  });
  it('shows the number of authorised shares on that day', () => {
    const objects = [
      ...company(),
      stockClass('open', { initial_shares_authorized: 'UNLIMITED' }),
      stockClass('blank', { initial_shares_authorized: 'NOT APPLICABLE' }),
    ];
    const changed = ledgerOf(
      ['5', '6'].map((shares) =>
        classAuthorized(`u${shares}`, {
          date: `2022-0${shares}-01`,
          stock_class_id: 'common',
          new_shares_authorized: shares,
        }),
      ),
      objects,
    );
    const classes = [...changed.state.classes.values()].map(({ facts }) => facts);
    const on = (date: string) =>
      capTableAsOf(changed.effects, classes, changed.state.holders, date).classes.map((each) => each.authorized);
    expect(on('2022-04-30')).toEqual(['1000000', '1000000', 'UNLIMITED', 'NOT APPLICABLE']);
    expect(on('2022-05-31')[0]).toBe('5');
    expect(on('2022-06-01')[0]).toBe('6');
  });
});

function stockClassRow(
  id: string,
  outstanding: string,
  percent: string,
  conversion_ratio: string,
  room: Record<string, unknown>,
) {
  const kept = {
    kept_for_conversion: '0',
    unnamed_conversions: [],
    kept_for_options: '0',
    kept_for_warrants: '0',
    kept_in_pool: '0',
    kept: '0',
  };
  const counts = { outstanding, counted: outstanding, percent, conversion_ratio };
  return {
    share_class_id: id,
    name: id,
    authorized: '1000000',
    votes_per_share: '1',
    ...counts,
    ...kept,
    short: null,
    ...room,
  };
}

function row(id: string, shareClass: string, extra: Record<string, unknown>) {
  const holdings = [{ share_class_id: shareClass, share_class: shareClass, quantity: '1', counted: '1' }];
  const nothing = { options: '0', warrants: '0', warrants_counted: '0', warrants_without_number: 0, convertibles: [] };
  return { shareholder_id: id, name: id, holdings, ...nothing, total: '1', ...extra };
}
