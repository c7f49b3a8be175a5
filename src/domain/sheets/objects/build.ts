// Writes what was read as Open Cap Format objects: those that an import of a package takes.
import type { OcfObject, OcfTransaction } from '#src/domain/ledger/core/types.ts';
import { given, idOf as idOfObject, objectOf, textOf } from '#src/domain/ledger/core/fields.ts';
import type { Changes, Question, SheetFinding, Skipped } from '../reading.ts';
import type { Place, Security } from '../records/records.ts';
import type { Classes, ShareClass } from './classes.ts';
import { classOfKnownPlan } from './plans.ts';
import type { Plan, ReserveLoss } from './plans.ts';
import { isSafe } from './convertibles.ts';
import { endingsOf } from './endings.ts';
import { eventsOf } from './events.ts';
import { eventsBeside } from './eventsBeside.ts';
import { settleChanged } from './correct.ts';
import { changedVestingOf } from './changedVesting.ts';
import { changesOf, countsOf } from './counts.ts';
import type { Counts } from './counts.ts';
import { issuanceOf } from './issuances.ts';
import { codeOf, numberer, numbersPrefix, prefixOf } from './numbers.ts';
import { matchedSecurities } from './matched.ts';
import { leaversOf } from './leavers.ts';
import { openingsOf } from './openings.ts';
import { legendName, legendsIn } from './legends.ts';
import { money, text } from './parts.ts';
import { changedReserve, changeReserve, planObject, reserveFinding, reserveOf } from './planObjects.ts';
import { stakeholderOf } from './people.ts';
import { vestingNotesOf } from '../vesting/notes.ts';
import { VestingTexts } from '../vesting/texts.ts';
import type { BuildInput, Writing } from './writing.ts';

export interface Built {
  statics: OcfObject[];
  transactions: OcfTransaction[];
  findings: SheetFinding[];
  holderIds: string[];
  classIds: Map<ShareClass, string>;
  /** Rows of holdings of which nothing, or only a rest, comes in. */
  coveredRows: ReadonlySet<string>;
  /** The row of each security, by its id in the ledger. */
  placeOf: Map<string, Place>;
  changes: Changes;
  questions: Question[];
  /** Rows that other rows of the file say already, or that were answered to be. */
  skipped: Skipped[];
  /** What the file has, new or not. */
  counts: Counts;
}

export function buildObjects(input: BuildInput): Built {
  const { people, classes, plans, idOf, existing } = input;
  const holderIds = holderIdsOf(input);
  nameCodes(classes);
  const classIds = new Map(classes.all.map((each) => [each, existing.shareClass(each) ?? idOf(`class ${each.key}`)]));
  const planIds = new Map(
    plans.all.map((plan) => [
      plan,
      existing.plan(plan.key) ?? (plan.isUnnamed ? existing.onlyPlan : null) ?? idOf(`plan ${plan.key}`),
    ]),
  );
  const vestings = new VestingTexts(input);
  const legends = new Map<string, OcfObject>();
  const keys = keysOf(input);
  const holderId = (named: number) => holderIds[people.holderOf[named]!]!;
  const nameOf = (named: number) => people.holders[people.holderOf[named]!]!.name;
  const planId = (name: string) => planIds.get(plans.named(name)!) ?? null;
  const classId = (name: string) => classIds.get(classes.named(name))!;
  const openings = openingsOf({
    securities: input.records.securities,
    tables: input.tables,
    existing,
    day: input.day,
    holderId: (security) => holderId(security.holder),
    unitId: (each) =>
      each.kind === 'stock'
        ? classId(each.class_name)
        : each.kind === 'option' && !plans.named(each.plan)?.isUnnamed
          ? planId(each.plan)
          : null,
    nameOf: ({ holder }) => nameOf(holder),
  });
  for (const [rest, whole] of openings.rests) keys.set(rest, keyOfRest(keys.get(whole)!, input));
  const beside = eventsBeside(input);
  const records = { ...input.records, securities: openings.written, events: beside.applied };
  const { known, findings } = matchedSecurities({
    securities: records.securities,
    events: records.events,
    tables: input.tables,
    existing,
    ownId: (security) => idOf(`security ${keys.get(security)!}`),
    holderId,
    classId,
    nameOf,
    held: openings.named,
    isRest: (security) => openings.rests.has(security),
  });
  const nextNumber = numberer(
    records.securities,
    existing.transactions.map((each) => textOf(each, 'custom_id') ?? ''),
  );
  const numbers = new Map<Security, string>();
  const reserveLosses = new Map<Plan, ReserveLoss[]>();
  const writing: Writing = {
    ...input,
    records,
    out: [],
    findings: [...openings.findings, ...beside.findings, ...findings],
    nextNumber,
    reserveLess: (plan, loss) => void reserveLosses.set(plan, [...(reserveLosses.get(plan) ?? []), loss]),
    holderId,
    classId,
    planId,
    planClassId: (name) => {
      const plan = plans.named(name);
      const found = plan?.class_name ? classes.find(plan.class_name) : undefined;
      const known = found || plan === null ? null : classOfKnownPlan(existing, planId(name));
      const other = input.planClass === null ? commonOf(classes) : classes.find(input.planClass);
      return known ?? classIds.get(found ?? other!) ?? null;
    },
    planWindows: (name) => plans.named(name)?.windows ?? [],
    keyOf: (security) => keys.get(security)!,
    securityId: (security) => known.get(security)?.row.security_id ?? idOf(`security ${keys.get(security)!}`),
    knownOf: (security) => known.get(security) ?? null,
    numberOf: (security) => {
      const code = security.kind === 'stock' ? classes.named(security.class_name).code : '';
      const prefix = prefixOf(security, code, security.kind === 'convertible' && isSafe(security));
      const number = numbers.get(security) ?? nextNumber(prefix, security.number);
      numbers.set(security, number);
      return number;
    },
    termsId: (security) => vestings.termsId(security),
    vestingStartOf: (security) => vestings.startOf(security),
    legendIds: (legend) =>
      legendsIn(legend).map((each) => {
        const id = existing.legend(each) ?? idOf(`legend ${each.toLowerCase()}`);
        if (!legends.has(id))
          legends.set(id, { object_type: 'STOCK_LEGEND_TEMPLATE', id, name: legendName(each), text: each });
        return id;
      }),
  };
  const nameOfId = new Map(
    existing.statics.map(
      (each) => [idOfObject(each), textOf(each, 'name') ?? textOf(each, 'plan_name') ?? nameInObject(each)] as const,
    ),
  );
  people.holders.forEach(({ name }, index) => nameOfId.set(holderIds[index]!, name));
  for (const [share_class, id] of classIds) if (!nameOfId.has(id)) nameOfId.set(id, share_class.name);
  for (const [plan, id] of planIds) if (!nameOfId.has(id)) nameOfId.set(id, plan.name);
  const nameOfObject = (id: string) => nameOfId.get(id) ?? id;
  const changed = settleChanged(writing, known, keys, {
    holder: nameOfObject,
    share_class: nameOfObject,
    plan: nameOfObject,
  });
  const isNew = (security: Security) => !known.has(security);
  const { securities: written } = records;
  const notes = vestingNotesOf(
    {
      ...input,
      named: input.records.named,
      all: input.records.securities,
      written,
      isNew,
      nameOf: ({ holder }) => nameOf(holder),
    },
    vestings,
  );
  writing.findings.push(...notes.findings, ...changedVestingOf(writing, known, vestings));
  for (const security of written) if (isNew(security)) issuanceOf(writing, security);
  for (const security of records.securities) endingsOf(writing, security);
  const leavers = leaversOf(writing, vestings);
  eventsOf(writing, beside.certificateOf);
  const reserveQuestions = plans.all.flatMap((plan) => changedReserve(writing, plan, planIds.get(plan)!));
  const reserves = new Map(
    plans.all.map((plan) => {
      const id = planIds.get(plan)!;
      const reserve = reserveOf(plan, id, reserveLosses.get(plan) ?? [], writing);
      return [plan, reserve] as const;
    }),
  );
  for (const [plan, reserve] of reserves) changeReserve(writing, plan, planIds.get(plan)!, reserve);
  const statics = [
    ...people.holders.flatMap((holder, index) =>
      holder.named.length === 0 ? [] : [stakeholderOf(holder, holderIds[index]!)],
    ),
    ...classes.all.map((each) => classObject(each, classIds, input)),
    ...plans.all
      .filter((plan) => !plan.isUnnamed || !existing.hasPlans || isUsed(plan, writing))
      .map((plan) => {
        const plan_id = planIds.get(plan)!;
        writing.findings.push(...reserveFinding(plan, writing, plan_id));
        return planObject(plan, plan_id, reserves.get(plan)!, writing);
      }),
    ...vestings.terms,
    ...legends.values(),
  ];
  return {
    statics: statics.filter((each) => !existing.ids.has(idOfObject(each))),
    transactions: writing.out.filter((each) => !existing.ids.has(idOfObject(each))),
    findings: writing.findings,
    holderIds,
    classIds,
    coveredRows: openings.coveredRows,
    placeOf: new Map(records.securities.map((each) => [writing.securityId(each), each.place])),
    changes: changesOf(
      writing,
      openings,
      input.records,
      new Set(changed.flatMap(({ security, question }) => (question ? [security] : []))),
    ),
    questions: [
      ...changed.flatMap(({ question }) => question ?? []),
      ...notes.questions,
      ...vestings.questions,
      ...leavers,
      ...reserveQuestions,
      ...beside.questions,
    ],
    skipped: beside.skipped,
    counts: countsOf(writing, [...openings.same, ...openings.less]),
  };
}

const nameInObject = (object: OcfObject): string => textOf(objectOf(object, 'name') ?? {}, 'legal_name') ?? '';

/** A new one gets an id of its own, also where the company has one of the same key that it is not. */
function holderIdsOf({ people, knownIds, existing, idOf }: BuildInput): string[] {
  return people.holders.map((holder, index) => {
    const own = idOf(`stakeholder ${holder.key}`);
    return knownIds[index] ?? (existing.ids.has(own) ? idOf(`stakeholder ${holder.key} another`) : own);
  });
}

/** Whether something that is written is granted from the plan. */
const isUsed = (plan: Plan, { records, plans, knownOf }: Writing): boolean =>
  records.securities.some(
    (each) => each.kind === 'option' && plans.named(each.plan) === plan && knownOf(each) === null,
  );

/** The rest of a holding comes in once for each time that the ledger has less: an earlier rest has an id of its own. */
function keyOfRest(key: string, { existing, idOf }: BuildInput): string {
  let times = 1;
  while (existing.ids.has(idOf(`issue ${key} rest ${times}`))) times += 1;
  return `${key} rest ${times}`;
}

/** By its number; without one by holder, class, day and quantity, so that the same row of a later file has the same id. */
function keysOf({ records, people, classes, day: fileDay }: BuildInput): Map<Security, string> {
  const seen = new Map<string, number>();
  const keys = new Map<Security, string>();
  for (const security of records.securities) {
    const holder = people.holders[people.holderOf[security.holder]!]!.key;
    const what = security.kind === 'convertible' ? security.principal.amount : security.quantity;
    const share_class = security.kind === 'stock' ? classes.named(security.class_name).key : '';
    const own = security.number.toLowerCase().replace(/(^|\D)0+(?=\d)/g, '$1');
    // A holding of another day is another statement; what of it the ledger has is compared (openings.ts).
    const undated = security.kind === 'stock' && security.isOpening ? fileDay : '';
    const day = security.isDateMissing ? undated : security.date;
    let key = own === '' ? `${security.kind} ${holder} ${share_class} ${day} ${what}` : `${security.kind} ${own}`;
    const times = seen.get(key) ?? 0;
    seen.set(key, times + 1);
    if (times > 0) key = `${key} ${times + 1}`;
    keys.set(security, key);
  }
  return keys;
}

const commonOf = (classes: Classes): ShareClass | undefined =>
  classes.all.find(({ type }) => type === 'COMMON') ?? classes.all[0];

function nameCodes(classes: Classes): void {
  const taken = new Set(classes.all.map(({ code }) => code).filter(Boolean));
  for (const each of classes.all) {
    if (each.code === '') each.code = codeOf(each.name, taken);
    taken.add(each.code);
  }
}

function classObject(
  each: ShareClass,
  ids: ReadonlyMap<ShareClass, string>,
  { currency, classes, records }: BuildInput,
): OcfObject {
  const prefix =
    numbersPrefix(records.securities, (name) => classes.named(name) === each) ?? each.prefix ?? `${each.code}-`;
  const conversion_rights = each.converts.flatMap(({ to, numerator, denominator }) => {
    const target = classes.find(to);
    if (!target) return [];
    const ratio = { numerator: text(numerator), denominator: text(denominator) };
    return [
      {
        type: 'STOCK_CLASS_CONVERSION_RIGHT',
        conversion_mechanism: {
          type: 'RATIO_CONVERSION',
          conversion_price: each.price ? money(each.price, currency) : { amount: '0', currency },
          ratio,
          rounding_type: 'NORMAL',
        },
        converts_to_stock_class_id: ids.get(target)!,
      },
    ];
  });
  return {
    object_type: 'STOCK_CLASS',
    id: ids.get(each)!,
    name: each.name,
    class_type: each.type,
    default_id_prefix: prefix,
    initial_shares_authorized: each.authorized === null ? 'NOT APPLICABLE' : text(each.authorized),
    votes_per_share: '1',
    seniority: each.type === 'PREFERRED' ? '2' : '1',
    ...given({
      board_approval_date: each.board_approval_date,
      par_value: each.par_value && money(each.par_value, currency),
      price_per_share: each.price && money(each.price, currency),
      conversion_rights: conversion_rights.length > 0 ? conversion_rights : null,
    }),
  };
}
