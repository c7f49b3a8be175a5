// Vesting in words: what has vested on given days of each text that is understood, and the question for each that is not.
import { describe, expect, it } from 'vitest';
import { hasShared } from '../sharedMaterial.ts';
import { officialSchemas, SCHEMAS } from '#tests/support/officialSchemas.ts';
import { csvOf, findingsOf, readBesideCommon as read } from '#tests/support/sheets/grids.ts';
import { vestedOn } from '#tests/support/sheets/vested.ts';

const HEAD = [
  'Security ID',
  'Stakeholder Name',
  'Plan Name',
  'Quantity Issued',
  'Exercise Price',
  'Issue Date',
  'Vesting Start Date',
  'Vesting Schedule',
];
const grant = (text: string, id = 'ES-1') => [
  id,
  'Amara Obi',
  '2020 Plan',
  '4800',
  '0.10',
  '2024-01-15',
  '2024-01-15',
  text,
];
const readText = (text: string, answers: Record<string, string> = {}) => read(csvOf([HEAD, grant(text)]), { answers });

/** Vested of 4,800 from 2024-01-15 on: the day before a year, after a year, after 15 months, after two years, after four, after five. */
const DAYS = ['2025-01-14', '2025-01-15', '2025-04-15', '2026-01-15', '2028-01-15', '2029-01-15'];
const vested = (text: string) => {
  const result = readText(text);
  expect([text, result.reading.questions, result.reading.status]).toEqual([text, [], 'ready']);
  return DAYS.map((day) => Number(vestedOn(result, 'ES-1', day)));
};

const FOUR_ONE = [0, 1200, 1500, 2400, 4800, 4800];
const FOUR_MONTHLY = [1100, 1200, 1500, 2400, 4800, 4800];
const FOUR_QUARTERLY_ONE = [0, 1200, 1500, 2400, 4800, 4800];
const THREE_QUARTERLY = [1200, 1600, 2000, 3200, 4800, 4800];
const FIVE_YEARLY = [0, 960, 960, 1920, 3840, 4800];
const FOUR_YEARLY = [0, 1200, 1200, 2400, 4800, 4800];
const THREE_MONTHLY = [1466, 1600, 2000, 3200, 4800, 4800];
const VESTED = [4800, 4800, 4800, 4800, 4800, 4800];

const UNDERSTOOD: [number[], string[]][] = [
  [
    FOUR_ONE,
    [
      '4 years, 1 year cliff',
      '4yr/1yr cliff',
      'M-48-12',
      '1/48 monthly, 1 year cliff',
      '1/4 after 12 months, then 1/48 per month',
      '1/4 after 12 months, 1/48 per month thereafter',
      '25% after 1 year, then 1/48 monthly',
      '4y/1y',
      '4/1',
      '48/12',
      '48m/12m',
      '4 yrs w/ 1 yr cliff',
      'Four years, one-year cliff',
      'A quarter of the options vests one year after the vesting start, what is left vests in 36 equal monthly parts',
      'The shares vest over 4 years, with 25% vesting after 1 year and the remainder vesting in 36 equal monthly installments',
      'Vests monthly over four years with a one year cliff',
      'The first 25% after 12 months, then 36 months monthly',
      '1/4th on the one year anniversary and 1/48th on each monthly anniversary thereafter',
      '25% of the shares vest on the 1-year anniversary; the remaining 75% vest in equal monthly installments over the following 36 months',
      '4 years, 25% after 1 year, then monthly',
      '48 months, 25% cliff at 12 months, monthly thereafter',
      '12 months cliff (25%), then 36 months monthly',
      '1 year cliff, 4 years monthly',
      'forty-eight months with a twelve-month cliff',
      '25% on the first anniversary of the vesting commencement date, 1/48 per month thereafter',
      '25% after 12 months, 1/36 of the remaining shares each month',
      '25% cliff at 12 months, then monthly over the next 36 months',
      '4 years (1 year cliff)',
      '4 years, cliff: 12 months, monthly thereafter',
      '4 Jahre, 1 Jahr Cliff',
      'vierjähriges Vesting mit einjährigem Cliff',
      '48 Monate, monatlich, davon 12 Monate Cliff',
      '25 % nach 12 Monaten, danach 1/48 pro Monat',
      '25% nach einem Jahr, der Rest in 36 gleichen Monatsraten',
      '4 ans, 1 an de cliff',
      'Quatre ans avec un cliff d’un an',
      '25 % après 12 mois, puis 1/48 par mois',
      'un quart après un an, le solde en 36 mensualités',
      '4 años, 1 año de cliff',
      'Cuatro años con un cliff de un año',
      '25 % después de 12 meses, después 1/48 por mes',
      '25% tras un año, el resto en 36 cuotas mensuales',
      '4 anni, 1 anno di cliff',
      '25% após 12 meses, depois 1/48 por mês',
      '25% na 12 maanden, daarna 1/48 per maand',
      '25 % etter 12 måneder, deretter 1/48 per måned',
      '48 månader, 12 månaders cliff',
    ],
  ],
  [
    FOUR_MONTHLY,
    [
      '48 months monthly, no cliff',
      '4 years, no cliff',
      '48 monthly',
      '1/48 per month',
      '4 Jahre monatlich ohne Cliff',
      '48 mois, mensuel, sans cliff',
      '48 meses mensual, sin cliff',
      '48/0',
    ],
  ],
  [
    FOUR_QUARTERLY_ONE,
    [
      '4 years quarterly, 12 month cliff',
      '6.25 % per quarter, 1 year cliff',
      '25% nach 1 Jahr, danach 6,25% pro Quartal',
      '25% après un an, puis 6,25% par trimestre',
    ],
  ],
  [
    THREE_QUARTERLY,
    [
      '3 years quarterly, no cliff',
      '3 years quarterly',
      '12 equal quarterly installments',
      'every 3 months over 3 years',
      '3 Jahre vierteljährlich',
      '3 ans trimestriel sans cliff',
      '3 años trimestral',
    ],
  ],
  [
    FIVE_YEARLY,
    [
      '5 years annual 20%',
      '20% a year',
      '20%/year',
      '20 % p.a.',
      '20 % pro Jahr',
      '20 % par an pendant 5 ans',
      '20% al año durante 5 años',
    ],
  ],
  [FOUR_YEARLY, ['25% each year for 4 years', '4 equal annual installments of 25%', '4 años, anual']],
  [THREE_MONTHLY, ['36 monthly', '3 years monthly', 'thirty-six months, monthly', '1/36 per month']],
  [
    [0, 480, 480, 1440, 4800, 4800],
    ['10/20/30/40 over 4 years', '10%, 20%, 30%, 40% yearly', '10/20/30/40 % annually'],
  ],
  [[0, 2400, 2400, 4800, 4800, 4800], ['50% after 1 year, 50% after 2 years']],
  [
    [0, 0, 0, 4800, 4800, 4800],
    ['100% after 2 years', 'All after 24 months'],
  ],
  [[2025, 2100, 2325, 3000, 4800, 4800], ['25% immediately, the rest in 48 monthly installments']],
  [
    VESTED,
    ['Fully vested', 'vested', 'Immediately', 'no vesting', '-', 'voll gevestet', 'entièrement acquis', 'sin vesting'],
  ],
];

describe('a schedule in words', () => {
  it.each(UNDERSTOOD.flatMap(([amounts, texts]) => texts.map((text) => [text, amounts] as const)))(
    'of “%s” vests what it says',
    (text, amounts) => {
      expect(vested(text)).toEqual(amounts);
    },
  );
});

const ASKED = [
  'Unvested',
  'Milestone',
  'On IPO',
  'See agreement',
  'per contract',
  'custom',
  'TBD',
  '4 years',
  '48 months',
  '4 years with cliff',
  '3-year cliff',
  '1/48 for 3 years',
  '4 years with 1 year cliff and double trigger acceleration',
  'not 4 years, 1 year cliff',
  '4 years, 1 year cliff or as the board decides',
  '25% after one year, then monthly',
  '25% after one year, remainder monthly over 4 years',
  '1 year cliff, then monthly over 36 months',
  '48 equal monthly installments after a 1 year cliff',
  '4 years yearly, 6 months cliff',
  '1 year cliff + 36 months monthly',
  '1 year cliff, 36 months monthly',
  '1 year cliff 36 months',
  '8 quarters, no cliff',
  '25% after one year, monthly over 4 years thereafter',
  'no vesting for 1 year, then monthly over 3 years',
  'fully vested after 4 years with 1-year cliff',
  '25% / 1 year, then 1/48 monthly',
  '25% al primer año, 75% al segundo año',
  'after 3 years',
  '4y 1y',
  '33% per year',
  '2.0833% monthly',
  'weekly over 1 year',
  '12/48',
  '25% vested',
  'nicht unverfallbar',
  'siehe Vertrag',
  'selon contrat',
  'según contrato',
  '48 months starting 2024-03-01',
];

describe('a text that is not understood as a whole', () => {
  it.each(ASKED)('is asked: “%s”', (text) => {
    const { reading } = readText(text);
    expect([reading.status, reading.questions.map(({ code, rows, column }) => [code, rows, column])]).toEqual([
      'questions',
      [['vesting_meaning', [2], 'H']],
    ]);
    expect(reading.questions[0]!.text).toContain(`“${text}”`);
  });
});

describe('the question about a text', () => {
  const id = 'vesting_meaning:milestone';
  const choicesOf = (text: string) => readText(text).reading.questions[0]!.choices;

  it('offers what it may mean with what vests by year, the likeliest first', () => {
    expect(choicesOf('1/48 for 3 years')[0]!.label).toMatch(
      /1,600 after 1 year, 3,200 after 2 years, 4,800 after 3 years$/,
    );
    expect(choicesOf('25% after one year, then monthly')[0]!.label).toMatch(
      /^25% after 1 year, then 1\/48 each month, 36 times: 1,200 after 1 year/,
    );
    expect(choicesOf('Milestone').map(({ value }) => value)).toEqual(
      expect.arrayContaining(['schedule 48 12', 'schedule 48 0', 'schedule 36 0', 'event', 'vested']),
    );
  });

  it('counts by its answer alone, and an answer that it does not offer is none', () => {
    const after = (answer: string) => {
      const result = readText('Milestone', { [id]: answer });
      return [result.reading.status, vestedOn(result, 'ES-1', '2025-01-14'), vestedOn(result, 'ES-1', '2025-01-15')];
    };
    expect(after('schedule 48 12')).toEqual(['ready', '0', '1200']);
    expect(after('vested')).toEqual(['ready', '4800', '4800']);
    expect(after('event')).toEqual(['ready', '0', '0']);
    for (const unknown of ['schedule 1 1', '', 'yes', 'constructor'])
      expect(after(unknown)).toEqual(['questions', '0', '0']);
  });

  it('that nothing vests by time makes terms that wait for an event', () => {
    const { statics, transactions, ledger } = readText('Milestone', { [id]: 'event' });
    const terms = statics.find(({ object_type }) => object_type === 'VESTING_TERMS')!;
    expect(terms['vesting_conditions']).toMatchObject([{ trigger: { type: 'VESTING_EVENT' } }]);
    expect(transactions.map(({ object_type }) => object_type)).not.toContain('TX_VESTING_START');
    expect(ledger).toEqual([]);
  });

  it('is one for each text, with its rows, and for so many at a time', () => {
    const texts = ['Milestone', ' MILESTONE', '4 years, 1 year cliff', 'On IPO', 'On IPO'];
    const { reading } = read(csvOf([HEAD, ...texts.map((text, index) => grant(text, `ES-${index + 1}`))]));
    expect(reading.questions.map(({ rows }) => rows)).toEqual([
      [2, 3],
      [5, 6],
    ]);
    const many = read(
      csvOf([
        HEAD,
        ...Array.from({ length: 80 }, (_each, index) => grant(`Event ${'x'.repeat(150)}${index}`, `ES-${index}`)),
      ]),
    );
    expect(new Set(many.reading.questions.map((each) => each.id)).size).toBe(50);
    expect(many.reading.questions.every((each) => each.id.length <= 400 && each.text.length < 400)).toBe(true);
  });

  it.each([
    [
      'certificates',
      ['Certificate #', 'Shareholder', 'Class', 'Shares', 'Issue date', 'Vesting'],
      ['CS-1', 'Ada', 'Common', '4800', '2024-01-15', 'Milestone'],
      'F',
    ],
    ['holdings', ['Shareholder', 'Common Stock', 'Vesting'], ['Ada', '4800', 'Milestone'], 'C'],
    [
      'RSUs',
      ['Grant #', 'Holder', 'Plan', 'Award type', 'Granted', 'Grant date', 'Vesting'],
      ['R-1', 'Ada', 'Plan', 'RSU', '4800', '2024-01-15', 'Milestone'],
      'G',
    ],
  ])('holds for %s', (_what, head, row, column) => {
    const { reading } = read(csvOf([head, row]), { as_of: '2025-01-01' });
    expect(reading.questions.map((each) => [each.code, each.column, each.rows])).toEqual([
      ['vesting_meaning', column, [2]],
    ]);
  });

  it('is asked of a start of vesting without any schedule', () => {
    const without = (row: string[]) => row.slice(0, 7);
    const { reading } = read(csvOf([without(HEAD), without(grant(''))]));
    expect(reading.questions).toMatchObject([{ code: 'vesting_meaning', column: 'G', rows: [2] }]);
    expect(readText('').reading.status).toBe('ready');
  });
});

describe('a length and a cliff in columns of their own', () => {
  const readBoth = (head: [string, string], row: [string, string]) =>
    read(
      csvOf([
        [...HEAD.slice(0, 7), ...head],
        [...grant('').slice(0, 7), ...row],
      ]),
    );
  it.each<[[string, string], [string, string]]>([
    [
      ['Vesting (months)', 'Cliff (months)'],
      ['48', '12'],
    ],
    [
      ['Vesting (months)', 'Cliff (months)'],
      ['48.0', '12,0'],
    ],
    [
      ['Vesting', 'Cliff'],
      ['4 years', '1 year'],
    ],
    [
      ['Vesting schedule', 'Vesting cliff'],
      ['4 years monthly', '12 months cliff'],
    ],
    [
      ['Vesting period (years)', 'Cliff (years)'],
      ['4', '1'],
    ],
  ])('%o are read together', (head, row) => {
    const result = readBoth(head, row);
    expect([result.reading.status, result.reading.left_out.map(({ column }) => column)]).toEqual(['ready', []]);
    expect(DAYS.map((day) => Number(vestedOn(result, 'ES-1', day)))).toEqual(FOUR_ONE);
  });

  it('are asked about where they do not say it', () => {
    for (const row of [
      ['48', '12'],
      ['', '1 year'],
      ['4 years', ''],
    ] as [string, string][])
      expect(readBoth(['Vesting', 'Cliff'], row).reading.questions).toMatchObject([
        { code: 'vesting_meaning', column: 'H' },
      ]);
  });
});

describe('terms', () => {
  it('of the same schedule are the same object, however it is written', () => {
    const texts = [
      '4 years, 1 year cliff',
      '4y/1y',
      '25% after 1 year, then 1/48 monthly',
      '3 years quarterly',
      '12 quarterly installments',
    ];
    const { statics } = read(csvOf([HEAD, ...texts.map((text, index) => grant(text, `ES-${index + 1}`))]));
    const terms = statics.filter(({ object_type }) => object_type === 'VESTING_TERMS');
    expect(terms.map((each) => each['id'])).toEqual(['vesting 48 12', 'vesting 3x12:1/12']);
  });

  it.skipIf(!hasShared(SCHEMAS))('are valid objects of the format', () => {
    const validate = officialSchemas().get('VESTING_TERMS')!;
    const texts = [
      '3 years quarterly',
      '10/20/30/40 over 4 years',
      '25% immediately, the rest in 48 monthly installments',
      '100% after 2 years',
      '4y/1y',
    ];
    const objects = [
      ...texts.map((text) => readText(text)),
      readText('Milestone', { 'vesting_meaning:milestone': 'event' }),
    ].flatMap(({ statics }) => statics.filter(({ object_type }) => object_type === 'VESTING_TERMS'));
    expect(objects).toHaveLength(6);
    for (const each of objects)
      expect([each['name'], validate(each), validate.errors]).toEqual([each['name'], true, null]);
  });
});

describe('a later file', () => {
  const again = (text: string, start = '2024-01-15') =>
    read(csvOf([HEAD, [...grant(text).slice(0, 6), start, text]]), { existing: readText('4y/1y') });
  const said = (result: ReturnType<typeof again>) => findingsOf(result, 'vesting_differs');

  it('with the same schedule in other words, or with words that are not understood, says and asks nothing', () => {
    for (const text of ['25% after 1 year, then 1/48 monthly', '48/12', '', 'Milestone'])
      expect([text, said(again(text)), again(text).reading.questions]).toEqual([text, [], []]);
  });

  it('with another schedule or another start says both, and the ledger’s stays', () => {
    expect(said(again('3 years quarterly'))).toMatchObject([
      {
        row: 2,
        column: 'H',
        message: expect.stringMatching(/0 vested on 2024-04-15 in your records, 400 in this file/),
      },
    ]);
    expect(said(again('4y/1y', '2024-06-15'))).toMatchObject([
      { message: expect.stringMatching(/1,200 vested on 2025-01-15 in your records, 0 in this file/) },
    ]);
    expect(said(again('fully vested'))).toMatchObject([{ message: expect.stringMatching(/4,800 in this file/) }]);
    expect(again('3 years quarterly').transactions).toEqual([]);
  });
});
