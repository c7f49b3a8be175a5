import { expect, it } from 'vitest';
import { shownEmail } from '../../src/domain/shownEmail.ts';

it.each([
  ['ada@\u0430pple.com', 'ada@\u0430pple.com (xn--pple-43d.com)'],
  ['ada@\u0430\u0440\u0440\u04cf\u0435.com', 'ada@\u0430\u0440\u0440\u04cf\u0435.com (xn--80ak6aa92e.com)'],
  ['ada@micr\u03bfsoft.com', 'ada@micr\u03bfsoft.com (xn--micrsoft-2dg.com)'],
  ['ada@mail.p\u0430ypal.com', 'ada@mail.p\u0430ypal.com (mail.xn--pypal-4ve.com)'],
  ['ada@\u10d0pple.com', expect.stringMatching(/\(xn--/)],
])('shows the domain of %j in the form of computers beside it', (address, shown) => {
  expect(shownEmail(address)).toEqual(shown);
});

it.each([
  'ada@apple.com',
  'ada@b\u00fccher.example',
  '\u0430da@apple.com',
  'ada@\u043f\u0440\u0438\u043c\u0435\u0440.\u0440\u0444',
  'ada@xn--pple-43d.com',
  'ada@\u6771\u4eac\u304b\u306a.\u65e5\u672c',
  '',
  'no address',
])('leaves %j as it is', (address) => {
  expect(shownEmail(address)).toBe(address);
});
