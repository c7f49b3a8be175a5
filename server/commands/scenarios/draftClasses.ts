// The classes that drafts of a scenario add: those of rounds, and beside them a series for each price at which something converts.
import { decimal, formatDecimal, grouped } from '#src/domain/figures/decimal.ts';
import type { RoundFigures } from '#src/domain/model/scenario/roundStep.ts';
import type { RoundStep, Step } from '#src/domain/model/scenario/steps.ts';
import type { Row } from '#server/db/database.ts';
import { seriesBody } from '../shareClasses/seriesBody.ts';
import { notPostable, plain } from './draftParts.ts';
import type { PlannedDraft, PostedRound } from './draftParts.ts';

interface Asked {
  rounds: readonly PostedRound[];
  steps: readonly Step[];
  /** The classes of the company. */
  known: readonly Row[];
  seniority: number;
}

/** Each before the series beside it. Refuses (422): terms that a class of the ledger cannot have. */
export function newClasses({ rounds, steps, known, seniority }: Asked): PlannedDraft[] {
  const bodies = new Map(known.map((each) => [String(each.id), each]));
  const made: PlannedDraft[] = [];
  const add = (id: string, body: Row, words: string) => {
    bodies.set(id, body);
    const summary = `Add ${String(body.name)}, preferred, with ${grouped(decimal(String(body.authorized_shares)))} shares authorized, ${words}`;
    made.push({ kind: 'share_class', summary, body, makes: id });
  };
  for (const { step, index, figures } of rounds) {
    const { share_class_id: id, series, price } = figures;
    if (!bodies.has(id)) {
      const issued = issuedOf(id, rounds, steps);
      add(id, classBody({ step, index, price, issued, seniority }), preferenceWords(step));
    }
    for (const { share_class_id, name, number, price: own } of series) {
      if (bodies.has(share_class_id)) continue;
      const issued = formatDecimal(issuedOf(share_class_id, rounds, steps));
      const body = seriesBody(bodies.get(id)!, { name, number, price: own, authorized_shares: issued });
      add(share_class_id, body, `the rights of ${String(bodies.get(id)!.name)} at ${own} a share`);
    }
  }
  return made;
}

/** By all rounds, and what warrants may buy. */
function issuedOf(id: string, rounds: readonly PostedRound[], steps: readonly Step[]): bigint {
  const ofWarrants = steps.flatMap((each) =>
    each.kind === 'warrant' && each.share_class_id === id ? [decimal(plain(each.quantity))] : [],
  );
  const all = [...rounds.map(({ figures }) => issuedIn(figures, id)), ...ofWarrants];
  return all.reduce((sum, quantity) => sum + quantity, 0n);
}

const issuedIn = ({ share_class_id, new_shares, conversions }: RoundFigures, id: string): bigint =>
  conversions.reduce(
    (sum, each) => (each.share_class_id === id ? sum + decimal(each.shares) : sum),
    share_class_id === id ? decimal(new_shares) : 0n,
  );

const WITHOUT_CAP =
  'A class that participates without a cap cannot be recorded yet. Enter a cap, or make it non-participating, before it becomes a draft.';

interface NewClass {
  step: RoundStep;
  /** Of the step. */
  index: number;
  price: string;
  issued: bigint;
  seniority: number;
}

function classBody({ step, index, price, issued, seniority }: NewClass): Row {
  if (step.participating && !step.total_cap) throw notPostable(index, WITHOUT_CAP);
  const name = step.class_name.trim();
  return {
    name,
    class_type: 'PREFERRED',
    prefix: prefixOf(name),
    authorized_shares: formatDecimal(issued),
    votes_per_share: 1,
    seniority,
    price_per_share: price,
    liquidation_preference_multiple: plain(step.preference_multiple ?? 1),
    ...(step.total_cap ? { participation_cap_multiple: plain(step.total_cap) } : {}),
  };
}

/** "1 × preference", "1 × preference, participating up to 3 ×". */
function preferenceWords({ preference_multiple, total_cap }: RoundStep): string {
  const preference = `${plain(preference_multiple ?? 1)} × preference`;
  return total_cap ? `${preference}, participating up to ${plain(total_cap)} ×` : preference;
}

/** "Series Seed" gives SS-. */
const prefixOf = (name: string): string =>
  `${name
    .split(/[\s-]+/)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('')
    .slice(0, 10)}-`;
