// The fields of the objects that are no transactions.
import {
  approvals,
  AS_WRITTEN,
  base,
  may,
  maybeOneOf,
  must,
  named,
  notBelowZero,
  oneOf,
  price,
  ratioMechanism,
} from '../core/shapes.ts';
import type { Shape } from '../core/shapes.ts';
import type { StaticType } from '../core/types.ts';
import { ALLOCATION_TYPES, CANCELLATION_BEHAVIORS, CLASS_TYPES } from '#src/domain/keywords.ts';

const NO_LIMIT = 'it is read as unlimited';

const vestingPeriod: Shape = {
  length: must('integer'),
  type: oneOf('DAYS', 'MONTHS'),
  occurrences: must('integer'),
  day_of_month: may('text'),
  cliff_installment: may('integer'),
};
const vestingCondition: Shape = {
  id: must('text'),
  description: may('text'),
  portion: may('object', { numerator: must('number'), denominator: must('number'), remainder: may('boolean') }),
  quantity: may('number'),
  trigger: must('object', {
    type: oneOf('VESTING_START_DATE', 'VESTING_SCHEDULE_ABSOLUTE', 'VESTING_SCHEDULE_RELATIVE', 'VESTING_EVENT'),
    date: may('date'),
    period: may('object', vestingPeriod),
    relative_to_condition_id: may('text'),
  }),
  next_condition_ids: must('texts'),
};
const ofTheRight = 'tables count the class by its prices, or one for one';
const conversionRight: Shape = {
  type: may('text'),
  conversion_mechanism: must('object', { ...ratioMechanism, ratio: { ...must('ratio'), not_positive: ofTheRight } }),
  converts_to_future_round: may('boolean'),
  converts_to_stock_class_id: may('text'),
};
const contact: Shape = { phone_numbers: may('list'), emails: may('list') };
const personName: Shape = {
  legal_name: named(must('text')),
  first_name: named(may('text')),
  last_name: named(may('text')),
};

export const staticShapes: Readonly<Record<StaticType, Shape>> = {
  ISSUER: {
    ...base,
    legal_name: must('text'),
    dba: may('text'),
    formation_date: must('date'),
    country_of_formation: must('text'),
    country_subdivision_of_formation: may('text'),
    country_subdivision_name_of_formation: may('text'),
    tax_ids: may('list'),
    email: may('object'),
    phone: may('object'),
    address: may('object'),
    initial_shares_authorized: notBelowZero(may('authorized'), NO_LIMIT),
  },
  STAKEHOLDER: {
    ...base,
    name: must('object', personName),
    stakeholder_type: oneOf('INDIVIDUAL', 'INSTITUTION'),
    issuer_assigned_id: may('text'),
    current_relationship: may('text'),
    current_relationships: may('texts'),
    current_status: may('text'),
    primary_contact: may('object', { ...contact, name: may('object', personName) }),
    contact_info: may('object', contact),
    addresses: may('list'),
    tax_ids: may('list'),
  },
  STOCK_CLASS: {
    ...base,
    ...approvals,
    name: must('text'),
    class_type: oneOf(...CLASS_TYPES),
    default_id_prefix: must('text'),
    initial_shares_authorized: notBelowZero(must('authorized'), NO_LIMIT),
    votes_per_share: notBelowZero(must('number'), 'the class has no votes'),
    par_value: price(may('money')),
    price_per_share: price(may('money')),
    seniority: must('number'),
    conversion_rights: may('list', conversionRight),
    liquidation_preference_multiple: notBelowZero(may('number'), AS_WRITTEN),
    participation_cap_multiple: notBelowZero(may('number'), AS_WRITTEN),
  },
  STOCK_LEGEND_TEMPLATE: { ...base, name: must('text'), text: must('text') },
  STOCK_PLAN: {
    ...base,
    ...approvals,
    plan_name: must('text'),
    initial_shares_reserved: notBelowZero(must('number'), 'the plan reserves no shares'),
    default_cancellation_behavior: maybeOneOf(...CANCELLATION_BEHAVIORS),
    stock_class_id: may('text'),
    stock_class_ids: may('texts'),
  },
  VALUATION: {
    ...base,
    ...approvals,
    provider: may('text'),
    price_per_share: price(must('money')),
    effective_date: must('date'),
    stock_class_id: must('text'),
    valuation_type: oneOf('409A'),
  },
  VESTING_TERMS: {
    ...base,
    name: must('text'),
    description: must('text'),
    allocation_type: oneOf(...ALLOCATION_TYPES),
    vesting_conditions: must('list', vestingCondition),
  },
  FINANCING: { ...base, name: must('text'), issuance_ids: must('texts'), date: must('date') },
  DOCUMENT: {
    ...base,
    path: may('text'),
    uri: may('text'),
    md5: must('text'),
    related_objects: may('list', { object_type: must('text'), object_id: must('text') }),
  },
};

export const isStaticType = (object_type: string): object_type is StaticType =>
  Object.hasOwn(staticShapes, object_type);
