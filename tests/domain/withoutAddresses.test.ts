import { expect, it } from 'vitest';
import { withoutAddresses } from '#src/domain/text.ts';

it.each([
  ['Claim at https://evil.example/x', 'Claim at https: //evil. example/x'],
  ['www.evil.example', 'www. evil. example'],
  ['EVIL.EXAMPLE', 'EVIL. EXAMPLE'],
  ['evil.co.uk/pay', 'evil. co. uk/pay'],
  ['пример.рф', 'пример. рф'],
  ['evil。example', 'evil。 example'],
  ['pay@evil.example', 'pay@evil. example'],
  ['ftp://1.2.3.4', 'ftp: //1.2.3.4'],
  ['evil.xn--p1ai', 'evil. xn--p1ai'],
  ['minutes.pdf.evil.com', 'minutes. pdf. evil. com'],
  ['report.pdf/evil', 'report. pdf/evil'],
])('takes the address of %j apart', (name, shown) => {
  expect(withoutAddresses(name)).toBe(shown);
});

it.each([
  'Acme, Inc.',
  'J.P. Morgan',
  'A. B. Smith',
  'Minutes 2025-03-01 v1.2.pdf',
  'Q1.xlsx',
  'Dr. Ada',
  'Series A: Common',
  '1.5 %',
  'Ltd.',
])('leaves %j as it is', (name) => {
  expect(withoutAddresses(name)).toBe(name);
});
