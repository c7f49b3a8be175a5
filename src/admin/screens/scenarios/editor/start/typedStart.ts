// A typed start as it is edited: lines added and removed, and whom an option line belongs to.
import { say } from '#src/words/say.ts';
import type { TypedStart } from '#src/domain/model/scenario/startState.ts';

export type TypedClass = TypedStart['classes'][number];
export type TypedHolding = TypedStart['holdings'][number];
/** A line of options, or of warrants with their class. */
export type TypedRight = NonNullable<TypedStart['options']>[number] & { class?: string };

/** "holder 3": ids stay while names change. */
function freeId(wanted: string, taken: readonly { id: string }[]): string {
  for (let count = taken.length + 1; ; count += 1) {
    const id = `${wanted} ${count}`;
    if (!taken.some((each) => each.id === id)) return id;
  }
}

/** With shares at once, if there is a class. */
export function withNewHolder(start: TypedStart): TypedStart {
  const id = freeId('holder', start.holders);
  const [first] = start.classes;
  return {
    ...start,
    holders: [...start.holders, { id, name: say`Holder ${start.holders.length + 1}` }],
    holdings: first ? [...start.holdings, { holder: id, class: first.id, shares: '1000000' }] : start.holdings,
  };
}

/** Their shares, options and convertibles go with them. */
export function withoutHolder(start: TypedStart, id: string): TypedStart {
  return {
    ...start,
    holders: start.holders.filter((each) => each.id !== id),
    holdings: start.holdings.filter(({ holder }) => holder !== id),
    options: start.options?.filter((each) => each.id !== id),
    warrants: start.warrants?.filter((each) => each.id !== id),
  };
}

export function withNewClass(start: TypedStart): TypedStart {
  const isFirst = !start.classes.some(({ kind }) => kind === 'COMMON');
  const count = start.classes.filter(({ kind }) => kind === 'PREFERRED').length;
  const id = freeId('class', start.classes);
  const added: TypedClass = isFirst
    ? { id, name: 'Common', kind: 'COMMON' }
    : {
        id,
        name: say`Series ${String.fromCodePoint(65 + (count % 26))}`,
        kind: 'PREFERRED',
        preference: '1000000',
        rank: 0,
      };
  return { ...start, classes: [...start.classes, added] };
}

export function withoutClass(start: TypedStart, id: string): TypedStart {
  return {
    ...start,
    classes: start.classes.filter((each) => each.id !== id),
    holdings: start.holdings.filter((each) => each.class !== id),
    warrants: start.warrants?.filter((each) => each.class !== id),
  };
}

/** Of a kind that has no preference, the terms of one are taken away. */
export function ofKind({ id, name, ...terms }: TypedClass, kind: TypedClass['kind']): TypedClass {
  return kind === 'COMMON' ? { id, name, kind } : { preference: '1000000', rank: 0, ...terms, id, name, kind };
}

export const withNewOptions = (start: TypedStart): TypedStart => ({
  ...start,
  options: [
    ...(start.options ?? []),
    { id: freeId('Employees', start.options ?? []), shares: '500000', strike: '0.1' },
  ],
});

export const withNewWarrants = (start: TypedStart): TypedStart => ({
  ...start,
  warrants: [
    ...(start.warrants ?? []),
    {
      id: freeId('Lender', start.warrants ?? []),
      class: start.classes[0]?.id ?? 'class 1',
      shares: '100000',
      strike: '1',
    },
  ],
});

export const withNewConvertible = (start: TypedStart): TypedStart => ({
  ...start,
  convertibles: [
    ...(start.convertibles ?? []),
    { id: freeId('SAFE', start.convertibles ?? []), type: 'post_cap', amount: '250000', cap: '8000000' },
  ],
});

/** The id of a line for which a name was typed: that of the holder who alone has it. */
export function holderNamed({ holders }: TypedStart, name: string): string {
  const named = holders.filter((each) => each.name.trim() === name.trim());
  return named.length === 1 ? named[0]!.id : name;
}

export const nameOfLine = ({ holders }: TypedStart, id: string): string =>
  holders.find((each) => each.id === id)?.name ?? id;

/** Another name for a convertible, also where one that follows the best terms names it. */
export function renamedConvertible(start: TypedStart, index: number, id: string): TypedStart {
  const before = start.convertibles![index]!.id;
  return {
    ...start,
    convertibles: start.convertibles!.map((each, at) => ({
      ...each,
      ...(at === index && { id }),
      ...(each.better_of && { better_of: each.better_of.map((other) => (other === before ? id : other)) }),
    })),
  };
}

export function withoutConvertible(start: TypedStart, index: number): TypedStart {
  const { id } = start.convertibles![index]!;
  return {
    ...start,
    convertibles: start
      .convertibles!.filter((_, at) => at !== index)
      .map((each) => (each.better_of ? { ...each, better_of: each.better_of.filter((other) => other !== id) } : each)),
  };
}
