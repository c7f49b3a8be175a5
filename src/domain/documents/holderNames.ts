// Whom a file's name means: a whole name, or a surname that only one holder has.
import { keyOf, longest, overlaps, runsOf, stretches } from './nameRuns.ts';
import type { Run, Span } from './nameRuns.ts';
import { PLAIN_WORDS } from './typeWords.ts';

export interface NamedHolder {
  id: string;
  name: string;
  first_name: string | null;
  last_name: string | null;
}

/** Surnames that are ordinary words too: alone, "Price agreement" names nobody. */
const ORDINARY = new Set(
  `ball banks bell bird black brown bush cash chase church close cook cross day dean english field fields fine fish flowers forest fox
  french frost gate german gold golden good gray green grove hall hand hill hills home house hunt key king knight lake land lane little
  long love mark marks mason mills moon moore noble north page paid park parks peace penny pool poor pope post power powers price pride
  prince rich rivers road rose sales sharp short silver singh snow south speed spring star steel stern stone strong summer sweet temple
  terms trust vest wall ward waters wealth west white will wills winter wise wood woods work works young`.split(/\s+/),
);

const LEGAL_FORM =
  /^(?:llc|lp|llp|inc|incorporated|ltd|limited|corp|corporation|company|co|gmbh|ag|ab|as|aps|oy|sas|sarl|sa|srl|bv|nv|plc|kg|ug)$/;

export interface HolderNames {
  whole: ReadonlyMap<string, readonly NamedHolder[]>;
  /** Surnames, and names of entities without their legal form. */
  short: ReadonlyMap<string, readonly NamedHolder[]>;
  longest: number;
}

export interface HolderFound extends Span {
  holders: readonly NamedHolder[];
  /** The words leave no doubt, if they mean one holder only. */
  isSure: boolean;
}

export function holderNames(holders: readonly NamedHolder[]): HolderNames {
  const whole = new Map<string, NamedHolder[]>();
  const short = new Map<string, NamedHolder[]>();
  const add = (map: Map<string, NamedHolder[]>, runs: readonly Run[], holder: NamedHolder) => {
    if (runs.length === 0) return;
    const key = keyOf(runs);
    const list = map.get(key);
    if (!list) map.set(key, [holder]);
    else if (!list.includes(holder)) list.push(holder);
  };
  for (const holder of holders) {
    const name = runsOf(holder.name);
    const [first, last] = [runsOf(holder.first_name ?? ''), runsOf(holder.last_name ?? '')];
    if (first.length > 0 && last.length > 0) {
      for (const runs of [name, [...first, ...last], [...last, ...first]]) add(whole, runs, holder);
      add(short, last, holder);
    } else {
      const core = withoutForm(name);
      // One word may be any word.
      add(name.length > 1 ? whole : short, name, holder);
      if (core.length < name.length) add(core.length > 1 ? whole : short, core, holder);
    }
  }
  // "Okafor" may be Daniel Okafor or Okafor Holdings.
  for (const holder of holders)
    if (!holder.last_name) for (const run of runsOf(holder.name)) if (short.has(run.text)) add(short, [run], holder);
  const lengths = [...whole.keys(), ...short.keys()].map((key) => key.split(' ').length);
  return { whole, short, longest: lengths.reduce((most, each) => Math.max(most, each), 0) };
}

function withoutForm(runs: readonly Run[]): Run[] {
  const core = [...runs];
  while (core.length > 1 && LEGAL_FORM.test(core.at(-1)!.text)) core.pop();
  return core;
}

/** A name of the company, with its legal form and without. */
export function entityNames(name: string): string[][] {
  const runs = runsOf(name);
  const words = (some: readonly Run[]) => some.map(({ text }) => text);
  return runs.length === 0 ? [] : [words(runs), words(withoutForm(runs))];
}

/** `taken`: runs that have another meaning already. Whole names first; a short one counts only where no whole one stands. */
export function holdersIn(runs: readonly Run[], names: HolderNames, taken: readonly Span[]): HolderFound[] {
  const found: HolderFound[] = [];
  for (const { key, from, to } of stretches(runs, names.longest)) {
    const holders = names.whole.get(key);
    if (holders) found.push({ from, to, holders, isSure: isOneName(runs, { from, to }, holders) });
  }
  const whole = longest(found);
  if (whole.length > 0) return whole;
  for (const { key, from, to } of stretches(runs, names.longest)) {
    const holders = names.short.get(key);
    if (!holders || taken.some((span) => overlaps(span, { from, to }))) continue;
    if (to - from === 1 && PLAIN_WORDS.has(key)) continue;
    found.push(besideOthers(runs, { from, to, holders, isSure: true }, taken));
  }
  return longest(found).filter(({ holders }) => holders.length > 0);
}

/** "Smith & John" are two, unless a holder is called so; "stock agreement" is no paper of Stock Agreement LLC. */
function isOneName(runs: readonly Run[], { from, to }: Span, holders: readonly NamedHolder[]): boolean {
  const isJoined = runs.slice(from + 1, to).some(({ gap }) => /[&+/;]/.test(gap));
  const isPlain = runs.slice(from, to).every(({ text }) => PLAIN_WORDS.has(text)) && !holders[0]!.last_name;
  if (isPlain) return false;
  return !isJoined || holders.some(({ name }) => /[&+/;]/.test(name));
}

/** An initial beside a surname: "B. Ruiz" is not Ana Ruiz. Other words beside it are asked about with all that a name has. */
function besideOthers(runs: readonly Run[], found: HolderFound, taken: readonly Span[]): HolderFound {
  const free = (at: number) => (taken.some(({ from, to }) => from <= at && at < to) ? undefined : runs[at]);
  const before = free(found.from - 1);
  if (before && before.text.length === 1 && !before.isNumber) {
    const holders = found.holders.filter(({ first_name }) => runsOf(first_name ?? '')[0]?.text[0] === before.text);
    if (holders.length > 0) return { ...found, from: found.from - 1, holders };
    return { ...found, isSure: false };
  }
  const word = keyOf(runs.slice(found.from, found.to));
  // One word alone may be any word: "Summit 2023" is no paper of Summit.
  return { ...found, isSure: !ORDINARY.has(word) && found.holders.every(({ last_name }) => last_name) };
}
