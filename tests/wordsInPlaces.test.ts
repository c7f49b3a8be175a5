// A sentence of the server that has a word of ours in a place says so in each catalogue ({1!}), so that the word is looked up too.
import { describe, expect, it } from 'vitest';
import { catalogueOf } from '#server/words/catalogue.ts';
import { reworded } from '#server/words/reworded.ts';
import { translatedLocales } from '#src/words/locales.ts';
import { wordPlaces as places } from './support/words/wordPlaces.ts';

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
      words.filter((word) => reworded(word, locale) === word && !texts.has(word)),
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
