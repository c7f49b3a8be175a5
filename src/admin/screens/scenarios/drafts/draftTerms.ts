// What a draft would write, in the words and formats of the resource or the verb that it is given to.
import type { DraftDetails } from '#src/contract/scenarios/scenarioDrafts.ts';
import { certificates } from '#src/resources/certificates.ts';
import { convertibles } from '#src/resources/convertibles.ts';
import type { DRAFT_KINDS } from '#src/resources/drafts.ts';
import { equityPlans } from '#src/resources/equityPlans.ts';
import { grants } from '#src/resources/grants.ts';
import { labelOf } from '#src/resources/kit/defineResource.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { reference } from '#src/resources/kit/fields.ts';
import type { Field } from '#src/resources/kit/fields.ts';
import { shareClasses } from '#src/resources/shareClasses.ts';
import { shareholders } from '#src/resources/shareholders.ts';
import { warrants } from '#src/resources/warrants.ts';
import { convertibleVerbs } from '#src/resources/verbs/convertibles.ts';
import { shareClassVerbs } from '#src/resources/verbs/shareClasses.ts';
import { equityPlanVerbs } from '#src/resources/verbs/equityPlans.ts';

type Kind = (typeof DRAFT_KINDS)[number];
type Fields = Readonly<Record<string, Field>>;

/** Of a verb, with the record that it is done to. */
const ofVerb = (to: Resource, record: string, fields: Fields): Fields => ({
  [record]: reference(to.name, { label: to.singular.replace(/^./, (first) => first.toUpperCase()) }),
  ...fields,
});

const FIELDS: Record<Kind, Fields> = {
  shareholder: shareholders.fields,
  share_class: shareClasses.fields,
  authorize: ofVerb(shareClasses, 'share_class_id', shareClassVerbs.authorize.fields),
  equity_plan: equityPlans.fields,
  reserve: ofVerb(equityPlans, 'equity_plan_id', equityPlanVerbs.adjust.fields),
  convertible: convertibles.fields,
  grant: grants.fields,
  warrant: warrants.fields,
  conversion: ofVerb(convertibles, 'convertible_id', convertibleVerbs.convert.fields),
  certificate: certificates.fields,
};

export interface Term {
  name: string;
  label: string;
  field: Field;
  value: unknown;
}

/** In the order of the declaration. */
export function draftTerms(kind: string, body: DraftDetails['body']): Term[] {
  const values = flat(body);
  const fields = FIELDS[kind as Kind];
  return Object.entries(fields).flatMap(([name, field]) => {
    const value = values[name];
    return value === undefined || value === null ? [] : [{ name, label: labelOf({ fields }, name), field, value }];
  });
}

interface ConvertibleTerms {
  post_money_cap?: string;
  pre_money_cap?: string;
  discount?: string;
}

/** A SAFE is issued with its terms in an object, and read with each in a field. */
function flat({ terms, ...body }: DraftDetails['body']): Record<string, unknown> {
  const { post_money_cap, pre_money_cap, ...others } = (terms ?? {}) as ConvertibleTerms;
  const cap = post_money_cap ?? pre_money_cap;
  return {
    ...body,
    ...others,
    ...(cap !== undefined && { valuation_cap: cap, cap_basis: post_money_cap ? 'POST_MONEY' : 'PRE_MONEY' }),
    // The name under which the page of a plan shows them.
    ...(body.share_class_ids !== undefined && { share_classes: body.share_class_ids }),
  };
}
