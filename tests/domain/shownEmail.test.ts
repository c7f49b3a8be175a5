import { expect, it } from 'vitest';
import { shownEmail } from '#src/domain/shownEmail.ts';
import { withShownEmails } from '#src/domain/shownEmails.ts';

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

it.each([
  [
    'It was mailed to ada@\u0430pple.com, and to bo@apple.com.',
    'It was mailed to ada@\u0430pple.com (xn--pple-43d.com), and to bo@apple.com.',
  ],
  ['Sign in as \u201cada@p\u0430ypal.com\u201d.', 'Sign in as \u201cada@p\u0430ypal.com (xn--pypal-4ve.com)\u201d.'],
  ['Ada, ada@\u0430pple.com', 'Ada, ada@\u0430pple.com (xn--pple-43d.com)'],
  ['ada@\u0430pple.com (xn--pple-43d.com) again', 'ada@\u0430pple.com (xn--pple-43d.com) again'],
  [
    'Two: ada@\u0430pple.com.\nada@micr\u03bfsoft.com',
    'Two: ada@\u0430pple.com (xn--pple-43d.com).\nada@micr\u03bfsoft.com (xn--micrsoft-2dg.com)',
  ],
  [
    '<a href="mailto:ada@\u0430pple.com">ada@\u0430pple.com</a>',
    '<a href="mailto:ada@\u0430pple.com">ada@\u0430pple.com (xn--pple-43d.com)</a>',
  ],
  ['\u041f\u0440\u0438\u0432\u0435\u0442, Ada & Bo @ home', '\u041f\u0440\u0438\u0432\u0435\u0442, Ada & Bo @ home'],
])('shows each address of the text %j so', (text, shown) => {
  expect(withShownEmails(text)).toBe(shown);
});

it('looks through a long text of anything in one go', () => {
  const text = '\u0430@'.repeat(100_000) + '\u0430.'.repeat(100_000);
  expect(withShownEmails(text).length).toBeGreaterThan(0);
});
