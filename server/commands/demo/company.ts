// The data of the sample company: its people and five years of events. All invented; every figure adds up because it is
// created by the same commands a user has. Years count from five before the present one.

export const company = {
  client_name: 'tidewater-sample',
  client_display_name: 'Tidewater Robotics, Inc.',
  legal_name: 'Tidewater Robotics, Inc.',
  country: 'US',
  formed: '03-04',
};

export const staff = {
  mara: {
    email: 'mara@tidewater.example',
    first_name: 'Mara',
    last_name: 'Lindqvist',
    account_type: 'client',
    role: 'owner',
  },
  daniel: {
    email: 'daniel@tidewater.example',
    first_name: 'Daniel',
    last_name: 'Okafor',
    account_type: 'client',
    role: 'admin',
  },
  grace: {
    email: 'grace@okonkwo.example',
    first_name: 'Grace',
    last_name: 'Okonkwo',
    account_type: 'shareholder',
    role: 'shareholder',
  },
  kenji: {
    email: 'kenji@holders.example',
    first_name: 'Kenji',
    last_name: 'Watanabe',
    account_type: 'shareholder',
    role: 'shareholder',
  },
  ines: {
    email: 'ines.moreau@mail.example',
    first_name: 'Inès',
    last_name: 'Moreau',
    account_type: 'shareholder',
    role: 'pending',
  },
} as const;

/** key: [first name, last name, relationship] of a person, or [name, relationship] of an entity. */
export const holders: Record<string, [string, string] | [string, string, string]> = {
  mara: ['Mara', 'Lindqvist', 'founder'],
  daniel: ['Daniel', 'Okafor', 'founder'],
  priya: ['Priya', 'Raman', 'founder'],
  tomas: ['Tomás', 'Herrera', 'founder'],
  jonas: ['Jonas', 'Feld', 'ex_employee'],
  hannah: ['Hannah', 'Weiss', 'advisor'],
  kenji: ['Kenji', 'Watanabe', 'employee'],
  elena: ['Elena', 'Petrova', 'investor'],
  noor: ['Noor', 'Haddad', 'investor'],
  grace: ['Grace', 'Okonkwo', 'investor'],
  yuki: ['Yuki', 'Tanaka', 'employee'],
  isabel: ['Isabel', 'Novak', 'employee'],
  omar: ['Omar', 'Said', 'employee'],
  lucia: ['Lucía', 'Fernández', 'employee'],
  peter: ['Peter', 'Brandt', 'employee'],
  amara: ['Amara', 'Diallo', 'employee'],
  birch: ['Birch Street Advisors LLC', 'advisor'],
  trust: ['Lindqvist Family Trust', 'investor'],
  harbour: ['Harbour Seed Fund II, L.P.', 'investor'],
  foundry: ['Foundry Lane Angels LLC', 'investor'],
  kestrel: ['Kestrel Industrial Ventures, Inc.', 'investor'],
  meridian: ['Meridian Growth Partners, L.P.', 'investor'],
  okafor: ['Okafor Holdings LLC', 'investor'],
  petrova: ['Petrova Capital LLC', 'investor'],
  union: ['Union Wharf Employees’ Trust', 'investor'],
};

/** What two of them say about their recorded holdings. */
export const answers = {
  agreed: { by: 'grace', on: 12, cls: 'seed' },
  disputed: {
    by: 'kenji',
    on: 4,
    reason:
      'My letter of the grant says 18,000 units, and 16,000 are recorded here. Please compare it with the consent of the board.',
  },
} as const;

export const classes = {
  common: {
    name: 'Common',
    class_type: 'COMMON',
    prefix: 'CS-',
    authorized_shares: '12000000',
    par_value: '0.0001',
    votes_per_share: 1,
    seniority: 1,
  },
  classB: {
    name: 'Class B Common',
    class_type: 'COMMON',
    prefix: 'CB-',
    authorized_shares: '1000000',
    par_value: '0.0001',
    votes_per_share: 0,
    seniority: 1,
  },
  seed: {
    name: 'Series Seed Preferred',
    class_type: 'PREFERRED',
    prefix: 'SS-',
    authorized_shares: '2500000',
    par_value: '0.0001',
    price_per_share: '0.80',
    votes_per_share: 1,
    seniority: 2,
    liquidation_preference_multiple: '1',
    conversion_ratio: '1',
  },
  seriesA: {
    name: 'Series A Preferred',
    class_type: 'PREFERRED',
    prefix: 'SA-',
    authorized_shares: '3000000',
    par_value: '0.0001',
    price_per_share: '3.20',
    votes_per_share: 1,
    seniority: 3,
    liquidation_preference_multiple: '1',
    conversion_ratio: '1',
  },
} as const;
export type ClassKey = keyof typeof classes;

/** A day: [year of the story, month and day], or a number of days before today. */
export type Day = readonly [number, string] | number;
export type Step =
  | { do: 'issue'; on: Day; cls: ClassKey; to: Record<string, number>; price?: string }
  | { do: 'transfer'; on: Day; cls: ClassKey; from: string; to: string; shares?: number; consideration?: string }
  | { do: 'cancel'; on: Day; cls: ClassKey; from: string; shares?: number; reason: string }
  | { do: 'repurchase'; on: Day; cls: ClassKey; from: string; shares: number; price: string; reason: string }
  | { do: 'authorize'; on: Day; cls: ClassKey; shares: string; reason: string };

export const story: readonly Step[] = [
  {
    do: 'issue',
    on: [0, '03-12'],
    cls: 'common',
    price: '0.0001',
    to: { mara: 3_200_000, daniel: 2_400_000, priya: 1_200_000, tomas: 600_000 },
  },
  {
    do: 'issue',
    on: [0, '09-01'],
    cls: 'common',
    price: '0.02',
    to: { jonas: 40_000, kenji: 110_000, yuki: 60_000, isabel: 45_000 },
  },
  { do: 'issue', on: [0, '11-15'], cls: 'common', price: '0.02', to: { birch: 80_000, hannah: 30_000 } },
  {
    do: 'issue',
    on: [1, '02-28'],
    cls: 'seed',
    to: { harbour: 1_250_000, foundry: 250_000, trust: 150_000, grace: 125_000, elena: 62_500, noor: 62_500 },
  },
  {
    do: 'issue',
    on: [1, '06-20'],
    cls: 'classB',
    price: '0.10',
    to: { kenji: 20_000, yuki: 18_000, isabel: 16_000, omar: 15_000, lucia: 12_000 },
  },
  {
    do: 'transfer',
    on: [1, '10-03'],
    cls: 'common',
    from: 'mara',
    to: 'trust',
    shares: 200_000,
    consideration: 'Gift to the family trust',
  },
  {
    do: 'cancel',
    on: [2, '01-31'],
    cls: 'common',
    from: 'jonas',
    shares: 15_000,
    reason: 'Unvested shares forfeited on leaving',
  },
  {
    do: 'repurchase',
    on: [2, '03-15'],
    cls: 'common',
    from: 'jonas',
    shares: 25_000,
    price: '0.12',
    reason: 'Repurchase on leaving, board consent of 10 March',
  },
  {
    do: 'issue',
    on: [2, '10-04'],
    cls: 'seriesA',
    to: { kestrel: 1_250_000, meridian: 625_000, harbour: 312_500, grace: 31_250 },
  },
  {
    do: 'issue',
    on: [2, '11-20'],
    cls: 'classB',
    price: '0.55',
    to: { omar: 10_000, lucia: 10_000, peter: 14_000, amara: 14_000 },
  },
  {
    do: 'transfer',
    on: [3, '02-11'],
    cls: 'common',
    from: 'daniel',
    to: 'okafor',
    shares: 400_000,
    consideration: 'Contribution to the holding company',
  },
  { do: 'transfer', on: [3, '05-19'], cls: 'seed', from: 'elena', to: 'petrova', consideration: 'Sale, $1.10 a share' },
  {
    do: 'transfer',
    on: [3, '05-19'],
    cls: 'seed',
    from: 'noor',
    to: 'petrova',
    shares: 30_000,
    consideration: 'Sale, $1.10 a share',
  },
  {
    do: 'authorize',
    on: [3, '06-30'],
    cls: 'common',
    shares: '14000000',
    reason: 'Charter amendment approved by the stockholders on 24 June',
  },
  {
    do: 'issue',
    on: [3, '09-01'],
    cls: 'classB',
    price: '0.90',
    to: { kenji: 8_000, yuki: 8_000, isabel: 8_000, omar: 6_000, lucia: 6_000, peter: 9_000, amara: 9_000 },
  },
  { do: 'issue', on: [3, '11-08'], cls: 'seriesA', to: { union: 62_500 } },
  {
    do: 'cancel',
    on: [4, '01-17'],
    cls: 'classB',
    from: 'peter',
    shares: 4_000,
    reason: 'Issued in error, board consent of 15 January',
  },
  {
    do: 'transfer',
    on: [4, '03-22'],
    cls: 'common',
    from: 'priya',
    to: 'harbour',
    shares: 150_000,
    consideration: 'Secondary sale, $2.40 a share',
  },
  {
    do: 'transfer',
    on: [4, '03-22'],
    cls: 'common',
    from: 'tomas',
    to: 'harbour',
    shares: 50_000,
    consideration: 'Secondary sale, $2.40 a share',
  },
  {
    do: 'issue',
    on: [4, '06-01'],
    cls: 'classB',
    price: '1.05',
    to: { kenji: 6_000, yuki: 6_000, isabel: 6_000, omar: 5_000, lucia: 5_000, peter: 5_000, amara: 7_000 },
  },
  {
    do: 'transfer',
    on: 120,
    cls: 'seed',
    from: 'foundry',
    to: 'trust',
    shares: 50_000,
    consideration: 'Sale, $2.10 a share',
  },
  {
    do: 'repurchase',
    on: 40,
    cls: 'classB',
    from: 'omar',
    shares: 5_000,
    price: '1.12',
    reason: 'Liquidity programme',
  },
  { do: 'issue', on: 12, cls: 'common', price: '1.12', to: { amara: 25_000 } },
];

export const tasks = [
  { title: 'Approve the interim dividend', priority: 'urgent', status: 'pending', due: -3, to: null },
  { title: 'Collect a tax form from Elena Petrova', priority: 'high', status: 'in_progress', due: -7, to: null },
  { title: 'Ask two holders for bank details', priority: 'high', status: 'pending', due: -10, to: null },
  { title: 'Confirm your postal address', priority: 'medium', status: 'pending', due: -14, to: 'grace' },
  { title: 'Order a new valuation of the common stock', priority: 'medium', status: 'pending', due: -30, to: null },
  { title: 'Send the charter amendment to counsel', priority: 'low', status: 'pending', due: -21, to: null },
  { title: 'File the annual report', priority: 'high', status: 'completed', due: 60, to: null },
  { title: 'Countersign Union Wharf’s certificate', priority: 'medium', status: 'completed', due: 200, to: null },
  { title: 'Prepare a second tender offer', priority: 'low', status: 'cancelled', due: 90, to: null },
] as const;

export const threads = [
  {
    on: 35,
    by: 'mara',
    subject: 'Second quarter: what we shipped',
    to: 'all',
    say: [
      'Revenue grew by a fifth on the quarter before, and the first ten arms are at work in Rotterdam. The full report is under Documents.',
    ],
    closed: false,
  },
  {
    on: 20,
    by: 'grace',
    subject: 'Which price should I use for my tax return?',
    to: ['grace'],
    say: [
      'Could you tell me which value per share to report for last year?',
      'For the Series A, the price of the last round, $3.20. We will put the letter under your documents.',
    ],
    closed: false,
  },
  {
    on: 90,
    by: 'daniel',
    subject: 'Secondary sale: the paper is complete',
    to: ['harbour'],
    say: ['Both transfers are entered and the balance certificates went to the sellers today. Thank you.'],
    closed: true,
  },
  {
    on: 8,
    by: 'daniel',
    subject: 'Bank details for the dividend',
    to: ['isabel', 'lucia'],
    say: ['We still need your account to pay the dividend. Please answer here; do not send account numbers by mail.'],
    closed: false,
  },
] as const;

/** The last dividend that was paid, and the next one, which documents tell of. */
export const dividends = {
  paid: { perShare: '0.02', record: [4, '04-30'], payment: [4, '05-15'] },
  next: { total: '150000.00', record: 20, payment: 5 },
} as const;
