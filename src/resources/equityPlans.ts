import { say } from '../words/say.ts';
import { readThroughSecurities } from './kit/access.ts';
import { defineResource } from './kit/defineResource.ts';
import type { RecordOf } from './kit/defineResource.ts';
import { choice, date, id, number, shares, text } from './kit/fields.ts';
import { CANCELLATION_BEHAVIORS } from '../domain/keywords.ts';

export const equityPlans = defineResource('equity-plans', {
  path: '/api/equity-plans/',
  label: say`Equity plans`,
  singular: say`equity plan`,
  about: say`Shares set aside for the people who work for the company: reserved, granted, exercised and available.`,
  empty: say`Options and units are granted from a plan. Adopt one with the number of shares the board has reserved.`,
  broughtInBy: 'imports',
  icon: 'plans',
  table: 'equity_plan',
  source: 'equity_plan_view',
  isFew: true,
  title: 'name',
  fields: {
    id: id(),
    name: text({ required: true, max: 200, search: true, label: say`Plan` }),
    share_classes: text({ readOnly: true, label: say`Share classes` }),
    reserved: shares({
      required: true,
      label: say`Reserved`,
      definition: say`Shares that the board has set aside for this plan. Changes are dated entries.`,
    }),
    outstanding: shares({
      readOnly: true,
      label: say`Outstanding`,
      definition: say`Granted, and not exercised, released or cancelled.`,
    }),
    exercised: shares({
      readOnly: true,
      label: say`Exercised`,
      definition: say`Exercised or released, including restricted stock issued from the plan.`,
    }),
    available: shares({
      readOnly: true,
      label: say`Available`,
      definition: say`Reserved minus outstanding, exercised and retired.`,
    }),
    date: date({ required: true, label: say`Adopted`, help: say`The day the board approved the plan.` }),
    stockholder_approval_date: date({
      label: say`Stockholder approval`,
      help: say`Needed for incentive stock options.`,
    }),
    default_cancellation_behavior: choice(CANCELLATION_BEHAVIORS, {
      label: say`Cancelled shares`,
      labels: {
        RETURN_TO_POOL: say`Return to the pool`,
        RETIRE: say`Are retired`,
        HOLD_AS_CAPITAL_STOCK: say`Become capital stock`,
        DEFINED_PER_PLAN_SECURITY: say`As each grant says`,
      },
    }),
    version: number({ required: true, readOnly: true }),
  },
  list: ['name', 'share_classes', 'reserved', 'outstanding', 'exercised', 'available', 'date'],
  card: { figure: 'available', details: ['share_classes', 'date'] },
  filters: ['date'],
  form: [['name'], ['reserved', 'date'], ['stockholder_approval_date', 'default_cancellation_behavior']],
  // The reserve is entered once; afterwards it changes by a dated entry.
  asksFor: (name, { isEdit }) => name !== 'reserved' || !isEdit,
  sort: ['name', 'ASC'],
  createLabel: say`Adopt Plan`,
  created: say`The plan was adopted`,
  writes: 'command',
  menu: 'plans-and-classes',
  asOf: { since: null },
  access: {
    administrators: 'all',
    editors: 'read create update',
    readers: 'read',
    holders: readThroughSecurities('stock_plan_id'),
  },
});
export type EquityPlan = RecordOf<typeof equityPlans>;
