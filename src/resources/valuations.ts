import { say } from '../words/say.ts';
import { readThroughSecurities } from './kit/access.ts';
import { defineResource } from './kit/defineResource.ts';
import type { RecordOf } from './kit/defineResource.ts';
import { choice, date, id, money, number, reference, text } from './kit/fields.ts';

export const valuations = defineResource('valuations', {
  path: '/api/valuations/',
  label: say`Valuations`,
  singular: say`valuation`,
  about: say`The value of a share of each class, with its date and its provider.`,
  empty: say`Options are granted at fair market value. Record each valuation report here, with the day it counts from.`,
  icon: 'valuations',
  table: 'valuation',
  source: 'valuation_view',
  title: 'share_class',
  heading: ['share_class', 'effective_date'],
  fields: {
    id: id(),
    share_class_id: reference('share-classes', {
      required: true,
      takesOnly: true,
      label: say`Share class`,
      shows: 'share_class',
    }),
    share_class: text({ readOnly: true, label: say`Share class`, search: true }),
    price_per_share: money({ required: true, scale: 10, label: say`Price per share` }),
    price_today: money({
      readOnly: true,
      scale: 10,
      label: say`Price adjusted for splits`,
      definition: say`The price divided by the ratios of all splits of the class since that day.`,
    }),
    currency: text({ required: true, readOnly: true, max: 3 }),
    effective_date: date({
      required: true,
      label: say`Effective date`,
      help: say`A 409A report is valid for twelve months.`,
    }),
    later_round_on: date({
      readOnly: true,
      label: say`Later round`,
      definition: say`The first day after it on which preferred stock was sold. From then on a new valuation is needed.`,
    }),
    valuation_type: choice(['409A'], { readOnly: true, label: say`Kind`, labels: { '409A': '409A' } }),
    provider: text({ max: 200, search: true, label: say`Provider` }),
    board_approval_date: date({ label: say`Board approval` }),
    stockholder_approval_date: date({ label: say`Stockholder approval` }),
    version: number({ required: true, readOnly: true }),
  },
  list: ['share_class', 'price_today', 'price_per_share', 'effective_date', 'valuation_type', 'provider'],
  card: { details: ['effective_date', 'valuation_type'] },
  filters: ['share_class_id', 'effective_date'],
  form: [
    ['share_class_id', 'price_per_share'],
    ['effective_date', 'provider'],
    ['board_approval_date', 'stockholder_approval_date'],
  ],
  sort: ['effective_date', 'DESC'],
  thenBy: ['share_class'],
  createLabel: say`Record Valuation`,
  created: say`The valuation was recorded`,
  writes: 'command',
  menu: 'plans-and-classes',
  access: {
    administrators: 'all',
    editors: 'read create update',
    readers: 'read',
    holders: readThroughSecurities('stock_class_id', 'share_class_id'),
  },
});
export type Valuation = RecordOf<typeof valuations>;
