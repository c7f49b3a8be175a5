// The worked cases of the shared folder, turned into bodies of the calls of modelling.
import { hasShared, sharedJson } from '#tests/domain/sharedMaterial.ts';

// oxlint-disable-next-line typescript/no-explicit-any
export type Json = any;
interface Case {
  id: string;
  inputs: Json;
  expected: Json;
}

/** By id; empty where the folder is not there. */
export function casesOf(topic: string): Record<string, Case> {
  const path = `cases/${topic}.json`;
  if (!hasShared(path)) return {};
  return Object.fromEntries((sharedJson(path) as { cases: Case[] }).cases.map((each) => [each.id, each]));
}

/** A body of /api/model/round from the inputs of a case. */
export function roundBodyOf(inputs: Json, method = 'percent_ownership') {
  const table = inputs.capTable;
  const before = table
    ? table.founders + table.optionsOutstanding + table.promisedOptions
    : (inputs.common ?? inputs.shares ?? inputs.founders) + (inputs.granted ?? 0);
  const list: Json[] = inputs.safes ?? [inputs.safe ?? inputs.instrument].filter(Boolean);
  return {
    outstanding_fully_diluted: before,
    unallocated_pool: table?.unissuedPool ?? inputs.unallocatedPool ?? 0,
    pre_money: inputs.preMoney,
    new_money: inputs.newMoney,
    method,
    pool: inputs.poolTargetUnallocatedPost
      ? { target: inputs.poolTargetUnallocatedPost }
      : inputs.poolIncreaseShares
        ? { increase: inputs.poolIncreaseShares }
        : null,
    ...(inputs.proRata ? { pro_rata: [{ id: inputs.proRata.holder, percent: inputs.proRata.asConvertedPct }] } : {}),
    instruments: list.map((each, index) => ({
      id: 'S',
      ...each,
      ...(each.type === 'mfn' ? { better_of: list.slice(index + 1).map(({ id }) => id) } : {}),
    })),
  };
}

const part = (text: string) => {
  const [n = '', d = '1'] = text.split('/');
  const [whole = '', places = ''] = n.split('.');
  return { n: BigInt(whole + places), d: BigInt(d) * 10n ** BigInt(places.length) };
};

/** Compares numerals and fractions exactly, as numbers and not as text. */
export function isSame(a: string | number, b: string | number): boolean {
  const [x, y] = [part(String(a)), part(String(b))];
  return x.n * y.d === y.n * x.d;
}
