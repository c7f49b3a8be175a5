// A sentence of the server that has a word of ours in a place says so in each catalogue ({1!}), so that the word is looked up too.
import { describe, expect, it } from 'vitest';
import { catalogueOf } from '#server/words/catalogue.ts';
import { reworded } from '#server/words/reworded.ts';
import { translatedLocales } from '#src/words/locales.ts';
import { wordPlaces as places } from './support/words/wordPlaces.ts';

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

describe.each(translatedLocales)('words of ours in sentences, in %s', (locale) => {
  const texts = catalogueOf(locale);
  it('are marked as such', () => {
    // What has no word of its own beside its values is a piece of several sentences.
    const unmarked = places.filter(
      ({ key, at }) => /\p{L}/u.test(key.replaceAll(/{\d+}/g, '')) && texts.get(key)?.includes(`{${at}}`),
    );
    expect(unmarked.map(({ file, key, at, words }) => ({ file, key, at, words }))).toEqual([]);
  });
  it.runIf(locale === 'de')('are in the catalogue', () => {
    const said = places.filter(({ key, at }) => texts.get(key)?.includes(`{${at}!}`));
    const missing = said.flatMap(({ words }) =>
      words.filter((word) => reworded(word, locale) === word && ![word, capital(word)].some((each) => texts.has(each))),
    );
    expect([...new Set(missing)]).toEqual([]);
  });
});

describe('a refusal in German', () => {
  it.each([
    [
      'This payment is completed; only a pending or failed one can be started.',
      'Diese Zahlung ist abgeschlossen; gestartet werden kann sie nur mit dem Status „Ausstehend oder Fehlgeschlagen“.',
    ],
    [
      'The name of this file ends in .pdf, but its content is no PDF: it is a PNG picture.',
      'Der Name dieser Datei endet auf .pdf, aber ihr Inhalt passt nicht dazu (kein PDF): Erkannt wurde: PNG-Bild.',
    ],
    ['CS-2 has 1,000 left; 2,000 were asked for.', 'Von CS-2 noch übrig: 1.000; angefordert: 2.000.'],
    [
      'NOTE-1 has $1,000.00 left; $2,000.00 was asked for.',
      'Von NOTE-1 noch übrig: 1.000,00\u00a0$; angefordert: 2.000,00\u00a0$.',
    ],
    ['Certificate CS-1 holds 10 shares; 20 were asked for.', 'Zertifikat CS-1 umfasst 10 Anteile; angefordert: 20.'],
    [
      'How many of the 1 share of CS-1 have vested is not known. Enter how many.',
      'Wie viele davon unverfallbar sind, ist nicht bekannt: 1 Anteil aus CS-1. Geben Sie ein, wie viele.',
    ],
    ['Unknown share class.', 'Unbekannte Anteilsklasse.'],
    ['A day after 2024-05-19.', 'Ein Tag nach dem 19. Mai 2024.'],
    ['Withholding rule 2: This is required.', 'Regel 2 für den Steuereinbehalt: Dies ist erforderlich.'],
    ['This grant is no longer open.', 'Dieses Wertpapier (Zuteilung) ist nicht mehr offen.'],
    [
      'This distribution is approved; only a pending one can be deleted.',
      'Diese Ausschüttung ist freigegeben; gelöscht werden kann sie nur mit dem Status „Ausstehend“.',
    ],
    [
      'There is a later entry for CS-1 on 2024-05-19: Issued CS-7: 10 Common to Right to Play. Date this on that day or later, or take that entry back first.',
      'Zu CS-1 gibt es einen späteren Eintrag vom 19. Mai 2024: Ausgegeben CS-7: 10 Common an Right to Play. Datieren Sie dies auf diesen Tag oder später, oder nehmen Sie diesen Eintrag zuerst zurück.',
    ],
    [
      '2 certificates and 1 grant are recorded in USD; 1 valuation is recorded in EUR: these amounts keep their currency, and each share class keeps its own for new certificates. All other new amounts are in CHF. Totals never mix currencies.',
      '2 Zertifikate und 1 Zuteilung sind in USD erfasst; 1 Bewertung ist in EUR erfasst: Diese Beträge behalten ihre Währung, und jede Anteilsklasse behält ihre eigene für neue Zertifikate. Alle anderen neuen Beträge lauten auf CHF. Summen mischen nie Währungen.',
    ],
    [
      'The tax profile of Ada was changed since you looked. Read it again before you decide.',
      'Seit Sie nachgesehen haben, hat sich bei Ada etwas geändert: Steuerprofil. Lesen Sie es noch einmal, bevor Sie entscheiden.',
    ],
    [
      'This shareholder is left. “Invite” is possible only while it is active or leaving.',
      'Der Status ist „Ausgeschieden“ (Anteilseigner). „Einladen“ ist nur bei diesem Status möglich: aktiv oder Scheidet aus.',
    ],
    [
      'This cannot be taken back: “Issued CS-6: 110,000 Common to Ada” (entry No. 9, 2025-01-01) would break a rule without it. This certificate is no longer active.',
      'Dies kann nicht zurückgenommen werden: „Ausgegeben CS-6: 110.000 Common an Ada“ (Eintrag Nr. 9, 1. Jan. 2025) würde ohne diesen Eintrag eine Regel verletzen. Dieses Wertpapier (Zertifikat) ist nicht mehr aktiv.',
    ],
    [
      'Issue a SAFE of 500,000 to Harbour, Ltd., with a post-money cap of 8,000,000 and at 20 % off',
      'Einen SAFE über 500.000 an Harbour, Ltd. ausgeben, mit einem Post-Money-Cap von 8.000.000 und 20 % Abschlag',
    ],
    [
      'Add Series B, preferred, with 1,000,000 shares authorized, 1 × preference, participating up to 3 ×',
      'Series B anlegen, Vorzugsanteile, genehmigt: 1.000.000 Anteile, 1 × Präferenz, partizipierend bis 3 ×',
    ],
  ])('has no English word of ours: %s', (english, german) => expect(reworded(english, 'de')).toBe(german));
});
