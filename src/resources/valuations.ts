import { readThroughSecurities } from './kit/access.ts';
import { defineResource } from './kit/defineResource.ts';
import type { RecordOf } from './kit/defineResource.ts';
import { choice, date, id, money, number, reference, text } from './kit/fields.ts';

export const valuations = defineResource('valuations', {
  path: '/api/valuations/',
  label: 'Valuations',
  singular: 'valuation',
  about: 'The value of a share of each class, with its date and its provider.',
  empty: 'Options are granted at fair market value. Record each valuation report here, with the day it counts from.',
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
      label: 'Share class',
      shows: 'share_class',
    }),
    share_class: text({ readOnly: true, label: 'Share class', search: true }),
    price_per_share: money({ required: true, scale: 10, label: 'Price per share' }),
    price_today: money({
      readOnly: true,
      scale: 10,
      label: 'Price adjusted for splits',
      definition: 'The price divided by the ratios of all splits of the class since that day.',
    }),
    currency: text({ required: true, readOnly: true, max: 3 }),
    effective_date: date({
      required: true,
      label: 'Effective date',
      help: 'A 409A report is valid for twelve months.',
    }),
    later_round_on: date({
      readOnly: true,
      label: 'Later round',
      definition: 'The first day after it on which preferred stock was sold. From then on a new valuation is needed.',
    }),
    valuation_type: choice(['409A'], { readOnly: true, label: 'Kind', labels: { '409A': '409A' } }),
    provider: text({ max: 200, search: true, label: 'Provider' }),
    board_approval_date: date({ label: 'Board approval' }),
    stockholder_approval_date: date({ label: 'Stockholder approval' }),
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
  createLabel: 'Record Valuation',
  created: 'The valuation was recorded',
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
