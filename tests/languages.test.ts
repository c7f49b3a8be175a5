// Every text that is said has its German, with the same places; no catalogue has a text that nobody says.
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sentencesOf } from '#scripts/sentences.ts';
import { spoken, textsOfPage } from '#scripts/inLanguage.ts';
import { linesDoneIn, textsIn } from '#scripts/texts.ts';
import { catalogueOf, namesIn, textsInFiles } from '#server/words/catalogue.ts';
import { choiceReworded } from '#server/http/languages/composed.ts';
import { lineReworded, reworded } from '#server/words/reworded.ts';
import { ofLineWords, securityLineWords } from '#src/domain/ledger/core/lines.ts';
import { objectWord } from '#src/domain/ledger/core/objectWords.ts';
import { TRANSACTION_TYPES } from '#src/domain/ledger/transactions/index.ts';
import { actionWords } from '#src/resources/audit.ts';
import { resources } from '#src/resources/index.ts';
import { labelOf, wordOf } from '#src/resources/kit/defineResource.ts';
import type { Fields } from '#src/resources/kit/fields.ts';
import { verbs } from '#src/resources/verbs/index.ts';
import { translatedLocales } from '#src/words/locales.ts';
import { ofYou } from '#src/words/ofYou.ts';
import { choicesOfSheets, serverSentences, serverTexts } from './support/words/serverSentences.ts';
import { wordPlaces } from './support/words/wordPlaces.ts';

const root = join(import.meta.dirname, '..');
const files = ['src', 'server']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (file) => `${folder}/${file.replaceAll(sep, '/')}`,
    ),
  )
  .filter((file) => /\.tsx?$/.test(file) && !/^(src|server)\/words\//.test(file));
/** Lines of calls that a record's own line replaces, or that have a noun of ours in a place. */
const OF_PLACES = new Set([
  'created {1}',
  'created {1} {2}',
  'changed {1}',
  'changed {1} {2}{3}',
  'changed {1}{2}',
  'changed several {1}',
  'deleted {1}',
  'printed',
  'printed {1} {2}',
  'used “{1}” on',
  'read a number in full of',
  'imported results of',
  'downloaded the file of',
  'printed the voucher of',
  'exported the statement of payments of',
  'exported the statement of holdings of',
]);
const isText = (key: string) => /\p{L}/u.test(key.replaceAll(/\{\d+\}/g, ''));
const placesOf = (text: string) => (text.match(/\{\d+!?\}/g) ?? []).map((place) => place.replace('!', '')).toSorted();

const ofPages = ['index.html', 'account.html'].flatMap((page) => textsOfPage(readFileSync(join(root, page), 'utf8')));
const said = new Set(
  [
    ...files.flatMap((file) => textsIn(readFileSync(join(root, file), 'utf8'), file).said.map(({ key }) => key)),
    ...ofPages,
  ].filter(isText),
);
/** What the server writes without `say`: refusals and lines of history, which are reworded for their reader. */
const written = new Set([
  ...wordPlaces.flatMap(({ words }) => words),
  ...serverTexts.map(({ key }) => key.replaceAll(/\s+/g, ' ')),
  ...files
    .filter((file) => file.startsWith('server/'))
    .flatMap((file) => sentencesOf(join(root, file)))
    .map(({ text }) => {
      let place = 0;
      return text.replaceAll('{…}', () => `{${(place += 1)}}`);
    }),
]);

/** Lines that queries add to a history, also within SQL. */
const linesOfQueries = (source: string): string[] =>
  [
    ...source.matchAll(
      /\b(?:named|text): '([a-z][^']+)'|'([a-z][^']+)' as text|\b(?:then|else) '([a-z]+ [a-z]+ [^'%]*[^' %])'/g,
    ),
  ].map(([, one, other, third]) => one ?? other ?? third!);

/** What histories and the audit trail say was done: of records, of calls, and of what queries add. */
const linesDone = files
  .filter((file) => file.startsWith('server/'))
  .flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    const lines = [
      ...linesDoneIn(source),
      ...(/^server\/(queries|reports)\//.test(file) ? linesOfQueries(source) : []),
    ];
    return lines.map((key) => ({ file, key }));
  })
  // A noun of ours or a verb stands in a place: those are the same in every language that has no sentence for them.
  .filter(({ key }) => /^\p{Ll}{3,}/u.test(key) && !OF_PLACES.has(key));
const done = new Set(linesDone.map(({ key }) => key));

/** What is made of names of verbs, lists, entries and objects: in the audit trail and the ledger, which the company's people read. */
const staffNames = [
  ...verbs.map(({ name }) => actionWords(name)),
  ...resources.map(({ name }) => actionWords(name)),
  ...TRANSACTION_TYPES.map(({ type }) => objectWord(type)),
  ...['stock', 'certificates', 'grants', 'convertibles', 'warrants', 'payments', 'documents'].map((tab) =>
    wordOf(null, tab),
  ),
];

/** What is made of the names of fields and of their values. */
const names = new Set(
  [...resources, ...verbs].flatMap(({ fields }: { fields: Fields }) =>
    Object.entries(fields).flatMap(([name, field]) => {
      const {
        values = [],
        states = {},
        labels = {},
      } = field as {
        values?: readonly string[];
        states?: Record<string, unknown>;
        labels?: Record<string, unknown>;
      };
      const words = [...values, ...Object.keys(states)]
        .filter((value) => !labels[value])
        .map((value) => wordOf(field, value));
      return field.label ? words : [labelOf({ fields }, name), ...words];
    }),
  ),
);

/** Where the server says something to who signs in, and to a holder in the portal. */
const OF_HOLDERS =
  /^server\/(auth\/|data\/(refusals|safeZip|lists\/)|http\/(accountRoutes|authRoutes|authenticate|capTableRoutes|changes\/|files\/(documentRoutes|messageFileRoutes|sendFile|upload)|idempotency|lists\/(?!bulk)|problem|resourceRoutes|routing\/|unsubscribeRoutes|verbRoutes|verifyRoutes)|commands\/(acknowledgements|convertibles\/convertibleTerms|core|distributions\/paymentTasks|documents\/(activePdf|checkPdf|documentChecks|documents)|office\/(message|tasks)|shareholders\/(holderDetails|shareholders|taxForm|taxProfile)|views\/)|reports\/capTable\/)/;
/** What only the company's people or programs are told there. */
const FOR_STAFF =
  /^Choose (shareholders, or all|broadcast or group)|^Send (the version|routing_number)|Answer under Messages|purpose is signup|documented format|JSON object|^This must be( JSON\.| \{1\}\.)|^A request failed|^The (parameter|kind) |^(An|A request with this|This) Idempotency-Key|cannot be deleted|^The company’s views/;
/** Screens, declarations and papers that a holder opens, and what is read before one signs in, also what the public calculators explain and refuse. */
const SCREENS_OF_HOLDERS = new RegExp(
  [
    String.raw`^src\/(auth|publicEntry|tools|admin\/(kit(?!\/form\/AddAndRemove)|session|shell)|resources\/(heads|kit|pages|taxForms))\/`,
    String.raw`^src\/admin\/screens\/(messages|notices|portfolio)\/`,
    String.raw`^src\/admin\/screens\/capTable\/(?!CapTable(Entries|Files)|Registers)`,
    String.raw`^src\/admin\/screens\/(certificates\/Certificate(Show|Chain|Paper)|grants\/GrantShow|convertibles\/Convertible(List|Show)|warrants\/WarrantShow)`,
    String.raw`^src\/admin\/screens\/(distributions\/(DistributionShow|OwnPayments|Payment|payment)|payments\/(PaymentList|Contacts)|documents\/(Documents|DocumentShow|Attached))`,
    String.raw`^src\/admin\/screens\/(company\/TransactionShow|plans\/(EquityPlan|Valuation)Show|shareClasses\/ShareClassShow|shareholders\/(Shareholder|TaxAndBank))`,
    String.raw`^src\/admin\/screens\/shared\/(?!CharterRoom|UnnamedConversions|charterWords)`,
    String.raw`^src\/pages\/(?!HotReload|DashboardOwnership|DashboardSetup|Privacy|Terms)`,
    String.raw`^src\/resources\/(acknowledgements|certificates|convertibles|distributions|documents|equityPlans|firstScreen|grants|holderDetails|holderLeft|messages|notices|payments|shareClasses|shareholders|tasks|taskPriority|transactions|valuations|warrants|withholding)\.ts`,
    String.raw`^src\/resources\/verbs\/(acknowledgements|asked|bodies|messages|tasks)\.ts`,
    String.raw`^src\/domain\/(captable|distribution|taxForms|vesting|\w+\.ts)`,
    String.raw`^src\/domain\/(figures\/|model\/(antiDilution|figures|noteInterest|round|roundTerms|roundedRound|waterfall)\.ts|round\/(interest|roundingRule)\.ts)`,
    String.raw`^src\/domain\/ledger\/(core\/(endingWords|lines)|history\/)`,
    String.raw`^server\/(?!reports\/(registers|unclaimed)\/)`,
  ].join('|'),
);
/** Lines of histories and of the trail that only the company's people read. */
const HISTORIES_OF_STAFF =
  /^server\/(http\/(import|invitation|organization|register|scenario|setup|sheet|withholding)Routes|commands\/(batches|board|company|exports|imports|members|scenarios|sheets|unclaimed|yearlyTaxForms)\/|commands\/payouts|http\/(files\/logo|lists\/export|papers\/yearly|payments\/|payouts\/)|queries\/showJoinRequest)/;

const LINES_OF_STAFF =
  /^(has|vests) |board seat|scenario|draft|posted|spreadsheet|package|(read|discarded|imported|exported) \{1\}|^handed|^invited (shareholders|\{1\} (as|again))|member|undid|^made |statement|as XLSX|^started again|time zone|company’s (details|logo)|setting up|first cap table|withholding rules|unclaimed|tax forms? with|a tax form$|no\. \{2\}|tax forms|imported distribution|took back distribution|legend|bank account \{1\}$|the mail|\{1\}: \{2\}$|\{1\} task \{2\}|all data|the file of|results of \{1\}/;

describe('languages', () => {
  it('German has every line that says what was done', () => {
    const german = catalogueOf('de');
    expect([...done].filter((key) => !german.has(key))).toEqual([]);
  });
  it('German has every sentence that the server says', () => {
    const german = catalogueOf('de');
    expect(serverSentences.filter(({ key }) => !german.has(key))).toEqual([]);
  });
  it('German has what may be answered to a question about a spreadsheet', () => {
    const german = catalogueOf('de');
    expect(choicesOfSheets.filter((key) => isText(key) && !german.has(key))).toEqual([]);
  });
  it('Spanish has every sentence that the server says to who signs in and to a holder', () => {
    const spanish = catalogueOf('es');
    const sentences = serverSentences.filter(({ file, key }) => OF_HOLDERS.test(file) && !FOR_STAFF.test(key));
    expect(sentences.filter(({ key }) => !spanish.has(key))).toEqual([]);
  });
  it('Spanish has every line that says what was done, as a holder reads it', () => {
    const spanish = catalogueOf('es');
    const lines = linesDone.filter(({ file }) => !HISTORIES_OF_STAFF.test(file)).map(({ key }) => key);
    // What a program puts together of a verb and names is known by its German.
    const composed = [...catalogueOf('de')].filter(
      ([key, text]) => text.startsWith('hat ') && !LINES_OF_STAFF.test(key),
    );
    expect([...new Set([...lines, ...composed.map(([key]) => key)])].filter((key) => !spanish.has(key))).toEqual([]);
  });
  it('Spanish has every text of the screens of who signs in and of a holder', () => {
    const spanish = catalogueOf('es');
    const texts = files
      .filter((file) => SCREENS_OF_HOLDERS.test(file))
      .flatMap((file) => textsIn(readFileSync(join(root, file), 'utf8'), file).said.map(({ key }) => ({ file, key })));
    // The sign of money stands elsewhere too.
    expect(texts.filter(({ key }) => (isText(key) || key.includes('$')) && !spanish.has(key))).toEqual([]);
  });
  it('Spanish has every text of the pages themselves, which is read without scripts', () => {
    const spanish = catalogueOf('es');
    expect(ofPages.filter((key) => isText(key) && !spanish.has(key))).toEqual([]);
  });
  it('German has every text that is said', () => {
    const german = catalogueOf('de');
    expect([...said].filter((key) => !german.has(key))).toEqual([]);
  });
  it.each(translatedLocales)('%s has the places of each text, and none that it has not', (locale) => {
    const wrong = [...catalogueOf(locale)].filter(([english, text]) => {
      const [own, all] = [placesOf(text), placesOf(english)];
      return new Set(own).size !== own.length || own.some((place) => !all.includes(place));
    });
    expect(wrong).toEqual([]);
  });
  it.each(translatedLocales)('%s has no text that nobody says', (locale) => {
    const unsaid = [...catalogueOf(locale).keys()].filter(
      (key) => isText(key) && !said.has(key) && !done.has(key) && !written.has(key.replaceAll(/\s+/g, ' ')),
    );
    expect(unsaid).toEqual([]);
  });
  it.each(translatedLocales)('%s writes decimals as its readers type them', (locale) => {
    // What a spreadsheet holds is written as the file has it; ids of formats and ranges of lists are for programs.
    const elsewhere = /not read as a ratio|an amount such as|version is 1\.2\.0|pain\.002/;
    const points = [...catalogueOf(locale)].filter(
      ([key, text]) => !elsewhere.test(key) && /\d\.\d{1,2}(?!\d)|\d,\d{3},/.test(text),
    );
    expect(points).toEqual([]);
  });
  it.each(translatedLocales)('%s has no text in one file alone that the file does not say', (locale) => {
    const unsaid = Object.entries(textsInFiles(locale)).flatMap(([file, texts]) => {
      const own = new Set(textsIn(readFileSync(join(root, file), 'utf8'), file).said.map(({ key }) => key));
      return Object.keys(texts).filter((key) => !own.has(key));
    });
    expect(unsaid).toEqual([]);
  });
  it.each(translatedLocales)('%s has what is made of the names of fields and values', (locale) => {
    const known = namesIn(locale);
    expect([...names].filter((name) => !Object.hasOwn(known, name))).toEqual([]);
  });
  it('Spanish has what is made of the names of entries of the ledger, which a holder reads', () => {
    const known = namesIn('es');
    expect(TRANSACTION_TYPES.map(({ type }) => objectWord(type)).filter((name) => !Object.hasOwn(known, name))).toEqual(
      [],
    );
  });
  it('German has what is made of the names of verbs, lists and entries', () => {
    const known = namesIn('de');
    expect(staffNames.filter((name) => !Object.hasOwn(known, name))).toEqual([]);
  });
});

describe('the code of a build', () => {
  const english = { locale: 'en', translate: null, inFile: {} };
  const german = {
    locale: 'de',
    translate: (key: string) =>
      ({ 'Signed in as {1} on {2}': 'Am {2} angemeldet als {1}', Open: 'Öffnen', 'It’s `{1}`': '`{1}`!' })[key],
    inFile: { 'src/one.tsx': { Open: 'Offen' } },
  };
  const source = [
    'const a = say`Open`;',
    'const b = say`It’s \\`${c ? say`Open` : 1}\\``;',
    '<p>{sayAround`Signed in as ${<b>{say`Open`}</b>} on ${day}`}</p>;',
    'plural(n, say`row`, say`rows`); said(x); inSentence(y); figures(z);',
  ].join('\n');
  it('in English has nothing but the texts', () => {
    expect(spoken(source, 'src/two.tsx', english).split('\n')).toEqual([
      'const a = "Open";',
      'const b = `It’s \\`${c ? "Open" : 1}\\``;',
      '<p>{"Signed in as "}<b>{"Open"}</b>{" on "}{day}</p>;',
      'plural(n, "row"); (x); (y).toLowerCase(); (z);',
    ]);
  });
  it('in another language has its texts, with the values where its grammar puts them', () => {
    expect(spoken(source, 'src/two.tsx', german).split('\n')).toEqual([
      'const a = "Öffnen";',
      'const b = `\\`${c ? "Öffnen" : 1}\\`!`;',
      '<p>{"Am "}{day}{" angemeldet als "}<b>{"Öffnen"}</b></p>;',
      'plural(n, "row", "rows"); said(x); (y); figures(z);',
    ]);
  });
  it('has what a text is in one file alone', () => expect(spoken('say`Open`', 'src/one.tsx', german)).toBe('"Offen"'));
});

describe('a sentence of the server', () => {
  const [sentence, text] = [...catalogueOf('de')].find(([key]) => /^[A-Z][^{]{40,}\{1\}[^{]{20,}\.$/.test(key))!;
  it('is found by its English, with its values and their figures', () => {
    const filled = (pattern: string, value: string) => pattern.replace('{1}', () => value);
    expect(reworded(filled(sentence, '1,234.50'), 'de')).toBe(filled(text, '1.234,50'));
  });
  it.each(['Anything that people wrote', '', '{1}', '…'])('%j stays as it is', (text) =>
    expect(reworded(text, 'de')).toBe(text),
  );
  it.each([
    ['Issued CS-6: 110,000 Common to Kenji Watanabe', 'Ausgegeben CS-6: 110.000 Common an Kenji Watanabe'],
    [
      'Issued NOTE-1: $250,000.00 to Harbour Seed Fund II, L.P.',
      'Ausgegeben NOTE-1: 250.000,00\u00a0$ an Harbour Seed Fund II, L.P.',
    ],
    ['Transferred SS-2: 50,000 Seed, Lane Ltd. to\u00a0A, B', 'Übertragen SS-2: 50.000 Seed, Lane Ltd. an A, B'],
    ['Transferred SS-2: 50,000 Seed, Right to Play', 'Übertragen SS-2: 50.000 Seed, Right to Play'],
    ['Transferred SS-2: 5 Seed, Right to Play to\u00a0A to B', 'Übertragen SS-2: 5 Seed, Right to Play an A to B'],
    [
      'transferred 100 Common from Harbour Seed Fund II, L.P. to Right to Play, Inc., CS-7, CS-8',
      'hat 100 Common von Harbour Seed Fund II, L.P. an Right to Play, Inc. übertragen, CS-7, CS-8',
    ],
    [
      'changed the payment of $2,475.20 to Ada, Inc., Spring dividend: Method from Wire to Cheque',
      'hat die Zahlung über 2.475,20\u00a0$ an Ada, Inc. geändert, Spring dividend: Zahlungsweg von Eilüberweisung auf Scheck',
    ],
    [
      'changed shareholder Ada: Status from Active to Left, Email removed (was a@b.c)',
      'hat den Anteilseigner geändert: Ada: Status von Aktiv auf Ausgeschieden, E-Mail entfernt (bisher a@b.c)',
    ],
    ['started thread Hello, world', 'hat eine Unterhaltung begonnen: Hello, world'],
    ['answered in Grant RSU-1: something is wrong', 'hat geantwortet in Grant RSU-1: something is wrong'],
    ['drafted “Grant 10,000 options to Common at 1.12”', 'hat „10.000 Optionen an Common zu 1,12 zuteilen“ entworfen'],
    ['created task Lift: something is wrong', 'hat die Aufgabe Lift: something is wrong angelegt'],
    [
      'signed form W-8BEN of Ada, valid until 2029-12-31',
      'hat Formular W-8BEN von Ada unterschrieben, gültig bis 31. Dez. 2029',
    ],
    ['confirmed the removal of the tax profile of Ada', 'hat das Entfernen des Steuerprofils von Ada bestätigt'],
    ['Vesting started for RSU-1, Kenji Watanabe', 'Vesting begonnen für RSU-1, Kenji Watanabe'],
    ['Changed the authorized shares of Common to 14,000,000', 'Neue Zahl genehmigter Anteile von Common: 14.000.000'],
    ['Ended the service of Jonas Feld', 'Ende der Tätigkeit von Jonas Feld'],
    ['Issued CS-7: 10 Common to Right to Play Ltd.', 'Ausgegeben CS-7: 10 Common an Right to Play Ltd.'],
    ['Cancelled certificates are kept.', 'Cancelled certificates are kept.'],
  ])('rewords a line of the ledger, and no name in it: %s', (english, german) =>
    expect(lineReworded(english, 'de')).toBe(german),
  );
  it.each([
    [
      'Issued NOTE-1: $250,000.00 to Harbour Seed Fund II, L.P.',
      'Emitido NOTE-1: 250.000,00\u00a0US$ a Harbour Seed Fund II, L.P.',
    ],
    ['transferred 1,000 Common to you, CS-4', 'le transmitió 1.000 Common, CS-4'],
    [
      'completed the payment of $2,475.20 to Ada, Inc., Spring dividend: WIRE 1',
      'cambió el estado del pago de 2.475,20\u00a0US$ a Ada, Inc. (completado), Spring dividend: WIRE 1',
    ],
    [
      'changed shareholder Ada: Status from Active to Left, Email removed (was a@b.c)',
      'cambió los datos del accionista Ada: Estado de Activo a Dejó la empresa, Correo electrónico: eliminado (antes, a@b.c)',
    ],
    ['agreed that it is right', 'confirmó que es correcto'],
    ['Split of Common 2 for 1', 'Split de Common: 2 por 1'],
    ['Issued CS-6: 110,000 Common to Ada (taken back)', 'Emitido CS-6: 110.000 Common a Ada (asiento retirado)'],
    ['repurchased 25,000 Common of Ada, CS-13', 'recompró 25.000 Common de Ada, CS-13'],
    [
      'ended the service of Ada on 2023-01-31: 16,500 shares lapsed unvested; 1 share repurchased',
      'registró el fin del servicio de Ada: 31 ene 2023; caducaron sin consolidar 16.500 acciones; se recompraron 1 acción',
    ],
    ['changed task File: Status from Pending to Completed', 'cambió la tarea File: Estado de Pendiente a Completado'],
    [
      'You can change only the status of your tasks. Ask the company to change anything else.',
      'De sus tareas solo puede cambiar el estado. Pida a la empresa que cambie cualquier otra cosa.',
    ],
  ])('rewords what a holder reads in Spanish: %s', (english, spanish) =>
    expect(lineReworded(english, 'es')).toBe(spanish),
  );
  it.each([
    [
      'CS-4 differs: class: Seed, Open in your records, Day in this file; quantity: 1,000 in your records, 2,000 in this file. Which one is right?',
      'CS-4 weicht ab: Klasse: Seed, Open in Ihren Datensätzen, Day in dieser Datei; Menge: 1.000 in Ihren Datensätzen, 2.000 in dieser Datei. Was ist richtig?',
    ],
    [
      'The company has 1,200.50 after tax for Spring, paid to Ada already, and the file says 1,300. Correct the row, leave it out, or undo the import that brought the other.',
      'Für Spring, schon gezahlt an Ada, hat das Unternehmen 1.200,50 nach Steuern, und die Datei nennt 1.300. Korrigieren Sie die Zeile, lassen Sie sie aus, oder machen Sie den Import rückgängig, der die andere Angabe brachte.',
    ],
    [
      'Enter a whole number of days, months or years: 1.5 is not one, and nothing is rounded.',
      'Geben Sie eine ganze Zahl ein (Tage, Monate oder Jahre): 1,5 ist keine, und gerundet wird nichts.',
    ],
    ['Did row 4 (1,000) come from CS-1 by an exercise?', 'Entstand Zeile 4 (1.000) aus CS-1 durch eine Ausübung?'],
  ])('rewords what a spreadsheet is asked and told: %s', (english, german) =>
    expect(reworded(english, 'de')).toBe(german),
  );
  it.each([
    [
      '1/4 after 1 year, then 1/48 each month, 36 times: 1,200 after 1 year, 4,800 after 4 years',
      '1/4, 1 Jahr nach Beginn, dann je Monat 1/48, 36-mal: 1.200, 1 Jahr später; 4.800, 4 Jahre später',
    ],
    ['100 of Seed into 150 of Common', '100 von Seed in 150 von Common'],
    ['The same as Left, Inc., left@ended.example', 'Derselbe wie Left, Inc., left@ended.example'],
    ['Shares of Open', 'Anteile von Open'],
  ])('rewords what may be answered, and no name in it: %s', (english, german) =>
    expect(choiceReworded(english, 'de')).toBe(german),
  );
  it('says what the reader did as one is spoken to', () => {
    expect(ofYou('hat die Aufgabe File abgeschlossen', 'de')).toBe('haben die Aufgabe File abgeschlossen');
    expect(ofYou('hattest', 'de')).toBe('hattest');
  });
  it.each(translatedLocales)('%s has what lines of the ledger begin with', (locale) => {
    const texts = catalogueOf(locale);
    expect([...securityLineWords, ...ofLineWords].filter((words) => !texts.has(words))).toEqual([]);
  });
  it('keeps every name that people gave, also where it is a word of ours', () => {
    const names = ['Open', 'Dividend', 'Cap table', 'the rest', 'Not found.'];
    const kept = names.map((name) =>
      reworded(
        sentence.replace('{1}', () => name),
        'de',
      ).includes(name),
    );
    expect(kept).toEqual(names.map(() => true));
  });
  it('of half a million characters is looked at in no time', () => {
    for (const piece of ['a ', ', ', '. ', ' of '])
      expect(
        reworded(
          sentence.replace('{1}', () => piece.repeat(125_000)),
          'de',
        ).length,
      ).toBeGreaterThan(250_000);
  });
});
