// Random small companies for the reader of sheets, with a book of what everybody holds. layouts.ts writes them out.
import { randomOf } from '../randomNumbers.ts';
import type { Random } from '../randomNumbers.ts';

export interface Certificate {
  number: string;
  holder: string;
  share_class: string;
  issued: number;
  left: number;
  price: string;
  date: string;
  ended: string | null;
  reason: string;
}

export interface Grant {
  number: string;
  holder: string;
  granted: number;
  forfeited: number;
  strike: string;
  date: string;
  ended: string | null;
}

export interface Safe {
  number: string;
  holder: string;
  principal: number;
  cap: number;
  discount: number;
  date: string;
}

export interface SheetCompany {
  name: string;
  as_of: string;
  holders: { name: string; email: string; id: string }[];
  classes: { name: string; code: string; authorized: number }[];
  certificates: Certificate[];
  grants: Grant[];
  safes: Safe[];
  plan: { name: string; reserved: number } | null;
}

const FIRST = 'Ada Grace Emmy Sofia Hedy Mary Lise Rosa Chien Vera Ruth Inge Zoë Jürg Søren Łucja'.split(' ');
const LAST =
  "Lovelace Hopper Noether O'Neil Kovalevskaya Lamarr Müller Jackson-Diaz Meitner Wu Rubin Brandt Smith Petrović Østergaard".split(
    ' ',
  );
const FUNDS = 'Birch Cedar Northgate Quill Harbour Kestrel Larkspur Fjord'.split(' ');

export function sheetCompany(seed: number): SheetCompany {
  const random = randomOf(seed);
  const holders = holdersOf(random);
  const classes = [
    { name: 'Common', code: 'CS', authorized: 50_000_000 },
    ...(random.chance(2) ? [{ name: 'Series Seed Preferred', code: 'PS', authorized: 20_000_000 }] : []),
    ...(random.chance(3) ? [{ name: 'Series A Preferred', code: 'PA', authorized: 20_000_000 }] : []),
  ];
  const certificates = classes.flatMap(({ name, code }) =>
    Array.from({ length: random.between(1, 6) }, (_each, index) =>
      certificateOf(random, random.pick(holders).name, name, `${code}-${index + 1}`),
    ),
  );
  const plan = random.chance(4) ? null : { name: '2022 Equity Incentive Plan', reserved: 2_000_000 };
  const grants =
    plan === null
      ? []
      : Array.from({ length: random.between(0, 4) }, (_each, index) =>
          grantOf(random, random.pick(holders).name, `ES-${index + 1}`),
        );
  const safes = Array.from({ length: random.between(0, 3) }, (_each, index): Safe => {
    const [principal, cap] = [random.between(1, 40) * 12_500, random.between(2, 20) * 1_000_000];
    return {
      number: `SAFE1-${index + 1}`,
      holder: random.pick(holders).name,
      principal,
      cap,
      discount: random.pick([0, 10, 15, 20]),
      date: dayOf(random, 2024),
    };
  });
  return { name: 'Tern Analytics Inc.', as_of: '2025-12-31', holders, classes, certificates, grants, safes, plan };
}

function holdersOf(random: Random): SheetCompany['holders'] {
  const names = new Set<string>();
  const count = random.between(2, 12);
  while (names.size < count)
    names.add(
      random.chance(4)
        ? `${random.pick(FUNDS)} ${random.pick(['Ventures', 'Capital', 'Angels'])} ${random.pick(['I, L.P.', 'LLC', 'Ltd.'])}`
        : `${random.pick(FIRST)} ${random.pick(LAST)}`,
    );
  return [...names].map((name, index) => ({
    name,
    email: `holder${index}@x.example`,
    id: `${'0'.repeat(30)}${index + 10}`,
  }));
}

const dayOf = (random: Random, year: number): string =>
  `${year}-${String(random.between(1, 12)).padStart(2, '0')}-${String(random.between(1, 28)).padStart(2, '0')}`;

function certificateOf(random: Random, holder: string, share_class: string, number: string): Certificate {
  const issued = random.chance(3) ? random.between(1, 900) * 1000 : random.between(1, 3_000_000);
  const isReduced = random.chance(4);
  const left = isReduced ? (random.chance(2) ? 0 : random.between(0, issued - 1)) : issued;
  const ended = left < issued ? dayOf(random, 2024) : null;
  const price = random.pick(['0.0001', '0.05', '1.25', '2', '48.5']);
  return {
    number,
    holder,
    share_class,
    issued,
    left,
    price,
    date: dayOf(random, 2022),
    ended,
    reason: ended ? 'Repurchase' : '',
  };
}

function grantOf(random: Random, holder: string, number: string): Grant {
  const granted = random.between(1, 80) * 1000;
  const forfeited = random.chance(3) ? random.between(1, granted) : 0;
  return {
    number,
    holder,
    granted,
    forfeited,
    strike: random.pick(['0.1', '0.22', '1.5']),
    date: dayOf(random, 2023),
    ended: forfeited > 0 ? dayOf(random, 2025) : null,
  };
}

/** What the company's own book says on its day. */
export function bookOf({ certificates, grants, safes, plan }: SheetCompany) {
  const holdings: Record<string, string> = {};
  for (const { holder, share_class, left } of certificates) {
    const key = `${holder}, ${share_class}`;
    if (left > 0) holdings[key] = String(Number(holdings[key] ?? 0) + left);
  }
  const outstanding = certificates.reduce((sum, { left }) => sum + left, 0);
  const options = grants.reduce((sum, { granted, forfeited }) => sum + granted - forfeited, 0);
  const available = plan === null ? 0 : plan.reserved - options;
  const principal = safes.reduce((sum, each) => sum + each.principal, 0);
  const figures = [outstanding, options, available, outstanding + options + available].map(String);
  const [o, p, a, fully_diluted] = figures;
  return {
    holdings,
    figures: {
      outstanding: o,
      options: p,
      available: a,
      fully_diluted,
      principal: principal === 0 ? [] : [`SAFE ${principal}`],
    },
  };
}
