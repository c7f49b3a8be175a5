import { describe, expect, it } from 'vitest';
import {
  formatPhone,
  heldAsTyped,
  isCompletePhone,
  isTypedFromElsewhere,
  phoneFieldLength,
  phoneForWire,
} from '#src/domain/phone.ts';

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

  it.each([
    '\u202a+46 70 123 45 67\u202c',
    '\uff0b46701234567',
    '\uff0b\uff14\uff16701234567',
    'tel:+46701234567',
    'M: +46 70 123 45 67',
    '++46701234567',
    '+1 (+46701234567',
    '+1 (555) 123-4567+46',
    '+\u0664\u0666701234567',
    '(0046) 701234567',
    '46701234567',
    '044 7911 123456',
  ])('takes %j, as it is copied from elsewhere, for no number of country code 1', (typed) => {
    expect(heldAsTyped(typed)).toBe('elsewhere');
  });

  it.each(['+1 555 123 4567 x89', '555-123-4567 ext. 12', '+15551234567;ext=9', '5551234567,,22', '(555) 123-4567 #3'])(
    'leaves out nothing of %j: an extension gets no messages',
    (typed) => {
      expect(heldAsTyped(typed)).toBe('extension');
    },
  );

  it.each([
    ['0015551234567', '+1 (555) 123-4567'],
    ['011 1 555 123 4567', '+1 (555) 123-4567'],
    ['\uff15\uff15\uff15\uff11\uff12\uff13\uff14\uff15\uff16\uff17', '+1 (555) 123-4567'],
    ['\u0665\u0665\u0665\u0661\u0662\u0663\u0664\u0665\u0666\u0667', '+1 (555) 123-4567'],
    ['Tel. \u202a+1 555 123 4567\u202c', '+1 (555) 123-4567'],
  ])('reads %j as %j', (typed, shown) => {
    expect([heldAsTyped(typed), formatPhone(typed)]).toEqual([null, shown]);
  });

  it('is not complete where it begins with a zero, as numbers begin elsewhere', () => {
    expect(isCompletePhone(formatPhone('0701234567'))).toBe(false);
  });

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
