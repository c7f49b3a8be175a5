import { describe, expect, it } from 'vitest';
import {
  formatPhone,
  isCompletePhone,
  isTypedFromElsewhere,
  phoneFieldLength,
  phoneForWire,
} from '../../src/domain/phone.ts';

describe('a phone number being typed', () => {
  it('is formatted digit by digit', () => {
    const shown = [...'5551234567'].reduce<string[]>(
      (all, digit) => [...all, formatPhone((all.at(-1) ?? '') + digit)],
      [],
    );
    expect(shown).toEqual([
      '+1 (5',
      '+1 (55',
      '+1 (555',
      '+1 (555) 1',
      '+1 (555) 12',
      '+1 (555) 123',
      '+1 (555) 123-4',
      '+1 (555) 123-45',
      '+1 (555) 123-456',
      '+1 (555) 123-4567',
    ]);
  });

  it('can be deleted completely, one character at a time', () => {
    let shown = '+1 (555) 123-4567';
    const lengths = [];
    while (shown !== '' && lengths.length < 30) {
      shown = formatPhone(shown.slice(0, -1));
      lengths.push(phoneForWire(shown).length - '+'.length);
    }
    expect(shown).toBe('');
    expect(lengths).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
  });

  it.each([
    ['15551234567', '+1 (555) 123-4567'],
    ['+1 (555) 123-4567', '+1 (555) 123-4567'],
    ['555.123.4567', '+1 (555) 123-4567'],
    ['555123456789', '+1 (555) 123-4567'],
    ['1555123456789', '+1 (555) 123-4567'],
    ['call me', ''],
    ['', ''],
  ])('shows %j as %j', (typed, shown) => {
    expect(formatPhone(typed)).toBe(shown);
    expect(shown.length).toBeLessThanOrEqual(phoneFieldLength);
  });

  it('is complete with eleven digits and is sent as a plus and digits', () => {
    expect(isCompletePhone('+1 (555) 123-456')).toBe(false);
    expect(isCompletePhone('+1 (555) 123-4567')).toBe(true);
    expect(phoneForWire('+1 (555) 123-4567')).toBe('+15551234567');
  });

  it.each(['+46 70 123 45 67', '+46701234567', '+4', '0046701234567', '01146701234567', ' +44 7400 123456'])(
    'leaves %j, a number of another country, as it is',
    (typed) => {
      expect([isTypedFromElsewhere(typed), formatPhone(typed)]).toEqual([true, typed]);
    },
  );

  it.each(['+1 (555) 123-4567', '+15551234567', '5551234567', '15551234567', '', '+1', '+'])(
    'takes %j for one of the United States or Canada',
    (typed) => {
      expect(isTypedFromElsewhere(typed)).toBe(false);
    },
  );

  it('of another country is sent as the other field keeps it', () => {
    expect(isCompletePhone('+46701234567')).toBe(true);
    expect(phoneForWire('+46701234567')).toBe('+46701234567');
    expect(isCompletePhone('+46 70 123 45 67')).toBe(false);
  });
});
