// What the server puts together of words and names, or writes where people write too, in another language.
import { describe, expect, it } from 'vitest';
import { PAYMENT_TASKS } from '#server/commands/distributions/paymentTasks.ts';
import {
  addresseesReworded,
  formulaReworded,
  scheduleReworded,
  subjectReworded,
  taskReworded,
  versionReworded,
} from '#server/http/languages/composed.ts';
import { countsReworded, lineReworded, reworded } from '#server/words/reworded.ts';
import { translatedLocales } from '#src/words/locales.ts';

describe('what the server composes', () => {
  it.each([
    [
      reworded,
      'Issuing these shares would exceed the authorized shares for this class.',
      'Diese Ausgabe würde die genehmigten Anteile überschreiten (dieser Klasse).',
    ],
    [
      reworded,
      '6,248,766 of 14,000,000 are left, 99,999,999 were asked for.',
      'Von 14.000.000 noch 6.248.766 übrig, angefordert: 99.999.999.',
    ],
    [reworded, 'At most 25,000.', 'Höchstens 25.000.'],
    [addresseesReworded, 'You', 'Sie'],
    [addresseesReworded, 'The company', 'Das Unternehmen'],
    [addresseesReworded, 'The company, from Ada and Sons', 'Das Unternehmen, von Ada and Sons'],
    [addresseesReworded, 'Ada and Bo', 'Ada und Bo'],
    [addresseesReworded, 'Ada and Sons and Bo', 'Ada and Sons and Bo'],
    [addresseesReworded, 'Ada, Bo and 3 more', 'Ada, Bo und 3 weitere'],
    [subjectReworded, 'Earlier conversation', 'Frühere Unterhaltung'],
    [subjectReworded, 'You', 'You'],
    [subjectReworded, 'Grant RSU-1: something is wrong', 'Zuteilung RSU-1: Etwas stimmt nicht'],
    [subjectReworded, 'Lift: something is wrong', 'Lift: something is wrong'],
    [addresseesReworded, 'Open', 'Open'],
    [addresseesReworded, 'Not found.', 'Not found.'],
    [versionReworded, 'Created with 3 steps', 'Erstellt: 3 Schritte'],
    [scheduleReworded, '4 years, 1-year cliff', '4 Jahre, 1-Jahres-Cliff'],
    [scheduleReworded, '18 months, monthly', '18 Monate, monatlich'],
    [scheduleReworded, 'All after 1 year', 'Alles 1 Jahr nach Beginn'],
    [scheduleReworded, '4 years, my own', '4 years, my own'],
    [
      versionReworded,
      'Renamed to “Open; Common”; starts from the ledger on 2026-01-02; 1 step added',
      'Umbenannt in „Open; Common“; beginnt mit dem Journal am 2. Jan. 2026; 1 Schritt hinzugefügt',
    ],
    [versionReworded, 'Steps 1, 3 changed', 'Schritte 1, 3 geändert'],
    [
      formulaReworded,
      '25,000.00 ÷ 0.5625 = 44,444 shares, and 0.50 in cash',
      '25.000,00 ÷ 0,5625 = 44.444 Anteile, und 0,50 bar',
    ],
    [
      countsReworded,
      '2 certificates, 1 grant that ended 2026-04-01, 3 warrants that ended by 2026-04-02',
      '2 Zertifikate, 1 Zuteilung, beendet am 1. Apr. 2026, 3 Optionsscheine, beendet bis 2. Apr. 2026',
    ],
    [lineReworded, 'transferred 1,000 Common to you, CS-4', 'hat 1.000 Common an Sie übertragen, CS-4'],
    [lineReworded, 'transferred CS-4 of yours', 'hat CS-4 von Ihnen übertragen'],
    [lineReworded, 'looked at the portal as Ada', 'hat das Portal aus Sicht von Ada angesehen'],
  ])('rewords what is put together, and no name in it: %o %s', (rewordedBy, english, german) =>
    expect(rewordedBy(english, 'de')).toBe(german),
  );
  it.each(translatedLocales)('of a task that Sharebook made is said in %s, and of no other', (locale) => {
    const own = Object.values(PAYMENT_TASKS);
    for (const task of own) {
      const said = taskReworded(task, locale);
      expect([said.title === task.title, said.description === task.description]).toEqual([false, false]);
      for (const line of [task.made, task.done]) expect(reworded(line, locale)).not.toContain(task.title);
      const theirs = { ...task, description: 'Open' };
      expect(taskReworded(theirs, locale)).toEqual(theirs);
    }
  });
});
