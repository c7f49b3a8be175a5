import { say } from '../words/say.ts';
import type { DistributionStatus } from '../domain/distribution/distributionMachine.ts';
import { keptForHolders } from './kit/access.ts';
import { defineResource } from './kit/defineResource.ts';
import type { RecordOf } from './kit/defineResource.ts';
import { broughtIn } from './broughtIn.ts';
import { boolean, choice, date, datetime, id, money, number, reference, status, text, tone } from './kit/fields.ts';

export const distributions = defineResource('distributions', {
  path: '/api/distributions/',
  label: say`Distributions`,
  singular: say`distribution`,
  about: say`Dividends and other payments to holders, each frozen at its record date when it is approved.`,
  empty: say`Dividends and other payments to holders are listed here. Create one and see what each holder would receive before anything is fixed.`,
  broughtInBy: 'imports',
  icon: 'distributions',
  table: 'distribution',
  source: 'distribution_view',
  isFew: true,
  title: 'name',
  fields: {
    id: id(),
    name: text({ required: true, max: 120, search: true }),
    type: choice(['dividend', 'return_of_capital', 'liquidation', 'interest', 'other'], {
      required: true,
      default: 'dividend',
    }),
    amount_per_share: money({ positive: true, scale: 10, label: say`Amount/Share` }),
    total_amount: money({ positive: true, scale: 2, places: 2, label: say`Total amount` }),
    currency: text({ required: true, readOnly: true, max: 3 }),
    ex_date: date({
      from: '1900-01-01',
      label: say`Ex Date`,
      help: say`From this day on shares are sold without the payment. For information: the record date decides.`,
    }),
    record_date: date({
      required: true,
      from: '1900-01-01',
      notBefore: 'ex_date',
      label: say`Record Date`,
      definition: say`Holders of shares at the end of this day are entitled.`,
    }),
    payment_date: date({ required: true, notBefore: 'record_date', withinYears: 10, label: say`Payment Date` }),
    method: choice(['bank_transfer', 'wire', 'cheque', 'other'], { required: true, default: 'bank_transfer' }),
    includes_unvested_options: boolean({
      required: true,
      default: false,
      label: say`Unvested options`,
      words: [say`Included`, say`Excluded`],
    }),
    includes_vested_options: boolean({
      required: true,
      default: false,
      label: say`Vested options`,
      words: [say`Included`, say`Excluded`],
    }),
    board_document_id: reference('documents', { label: say`Board approval`, shows: 'board_document' }),
    board_document: text({ readOnly: true, label: say`Board approval` }),
    status: status({
      pending: tone('warning', 'approved', 'cancelled'),
      approved: tone('info', 'paid', 'cancelled'),
      paid: tone('success', 'approved'),
      cancelled: tone('error'),
    } satisfies Record<DistributionStatus, unknown>),
    origin: broughtIn(),
    created_at: datetime({ required: true, readOnly: true, label: say`Created` }),
    version: number({ required: true, readOnly: true }),
  },
  list: ['id', 'name', 'type', 'amount_per_share', 'record_date', 'payment_date', 'status', 'origin'],
  card: { details: ['type', 'payment_date'] },
  filters: ['status', 'type', 'record_date', 'origin'],
  form: [
    ['name', 'type'],
    ['record_date', 'payment_date'],
    ['ex_date', 'method'],
    ['includes_vested_options', 'includes_unvested_options'],
    ['board_document_id'],
  ],
  sort: ['record_date', 'DESC'],
  thenBy: ['name'],
  createLabel: say`Create Distribution`,
  forHolders: 'list',
  changesIn: ['pending'],
  writes: 'command',
  access: keptForHolders('payment', 'distribution_id'),
});
export type Distribution = RecordOf<typeof distributions>;
