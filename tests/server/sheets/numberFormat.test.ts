import { describe, expect, it } from 'vitest';
import { formatOf } from '#server/sheets/numberFormat.ts';

describe('a number format', () => {
  it.each([
    ['General', 'general', null],
    ['@', 'general', null],
    ['0', 'general', 0],
    ['#,##0', 'general', 0],
    ['#,##0.00_);(#,##0.00)', 'general', 2],
    ['_(* #,##0.00_);_(* \\(#,##0.00\\);_(* "-"??_);_(@_)', 'general', 2],
    ['0.00E+00', 'general', null],
    ['# ?/?', 'general', null],
    ['#,##0.0,', 'general', null],
    ['0.0000', 'general', 4],
    ['0.0#', 'general', 2],
    ['#,##0 "shares"', 'general', 0],
    ['"CS-"000', 'general', 0],
    ['[Red]0.0', 'general', 1],
    ['[<1]0.00;0', 'general', 2],
    ['h:mm', 'general', null],
    ['[h]:mm:ss', 'general', null],
    ['mm:ss.0', 'general', null],
    ['0%', 'percent', 0],
    ['0.00 %', 'percent', 2],
    ['0.0\\%', 'general', 1],
    ['0"%"', 'general', 0],
    ['$#,##0.00', 'money', 2],
    ['"$"#,##0_);\\("$"#,##0\\)', 'money', 0],
    ['_("$"* #,##0.0000_)', 'money', 4],
    ['\\£#,##0', 'money', 0],
    ['#,##0.00 [$€-407];[Red]-#,##0.00 [$€-407]', 'money', 2],
    ['[$CHF-807] #,##0.00', 'money', 2],
    ['#,##0.00 "kr"', 'money', 2],
    ['"USD" 0.00', 'money', 2],
    ['[$€-2]\\ General', 'money', null],
    ['[$-409]mmmm d, yyyy', 'date', null],
    ['[$-409]mmm\\-yy;@', 'date', null],
    ['yyyy-mm-dd', 'date', null],
    ['mmm', 'date', null],
    ['dd"."mm"."yyyy hh:mm', 'date', null],
    ['d', 'date', null],
    ['yyyy"年"m"月"', 'date', null],
    ['"day" 0', 'general', 0],
    ['0;yyyy', 'general', 0],
    ['"unclosed', 'general', null],
    ['[unclosed', 'general', null],
    ['', 'general', null],
  ])('%s is %s with %s places', (code, format, places) => {
    expect(formatOf(170, code)).toEqual({ format, places });
  });

  it.each([
    [0, 'general', null],
    [2, 'general', 2],
    [3, 'general', 0],
    [8, 'money', 2],
    [10, 'percent', 2],
    [14, 'date', null],
    [17, 'date', null],
    [20, 'general', null],
    [22, 'date', null],
    [31, 'date', null],
    [39, 'general', 2],
    [44, 'money', 2],
    [49, 'general', null],
    [58, 'date', null],
    [163, 'general', null],
  ])('number %i, which files use without writing it down, is %s with %s places', (id, format, places) => {
    expect(formatOf(id, undefined)).toEqual({ format, places });
  });
});

it.each([
  ['0.00" Cr"', ['Cr', '-Cr']],
  ['0.00\\ \\C\\r', ['Cr', '-Cr']],
  ['+0.00;-0.00', ['+', '']],
  ['#,##0.00" Dr";#,##0.00" Cr"', ['Dr', 'Cr']],
  ['[<0]0.00" Cr";0.00" Dr"', ['?', '?']],
  ['#,##0.00_);(#,##0.00)', undefined],
  ['0.00E+00', undefined],
  ['#,##0 "shares"', undefined],
])('%s writes these marks of banks beside a number', (code, marks) => {
  expect(formatOf(170, code).marks).toEqual(marks);
});
