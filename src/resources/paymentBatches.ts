import { say } from '../words/say.ts';
import { defineResource } from './kit/defineResource.ts';
import type { RecordOf } from './kit/defineResource.ts';
import { choice, date, datetime, id, money, number, status, text, tone } from './kit/fields.ts';

export const BATCH_FORMATS = ['csv', 'nacha', 'pain.001'] as const;
export type BatchFormat = (typeof BATCH_FORMATS)[number];

export const paymentBatches = defineResource('payment-batches', {
  path: '/api/payment-batches/',
  label: say`Payment batches`,
  singular: say`payment batch`,
  about: say`Payments that went to the bank in one file, and what came back.`,
  empty: say`Make a batch on the page of an approved distribution: a file for the bank with all of its payments.`,
  filledBy: 'distributions',
  icon: 'batches',
  table: 'payment_batch',
  source: 'payment_batch_view',
  title: 'name',
  fields: {
    id: id(),
    number: number({ required: true, readOnly: true, label: say`Number` }),
    name: text({ required: true, readOnly: true, label: say`Batch`, search: true }),
    format: choice(BATCH_FORMATS, {
      required: true,
      readOnly: true,
      labels: { csv: 'CSV', nacha: 'NACHA', 'pain.001': say`ISO 20022 pain.001` },
    }),
    execution_date: date({ required: true, readOnly: true, label: say`Execution date` }),
    count: number({ required: true, readOnly: true, label: say`Payments` }),
    prenotes: number({
      required: true,
      readOnly: true,
      definition: say`Entries of zero that test new accounts. Money can follow three banking days later, unless the bank returns the prenote.`,
    }),
    total: money({ required: true, readOnly: true, places: 2, scale: 2, label: say`Total` }),
    currency: text({ required: true, readOnly: true, max: 3 }),
    debtor: text({ required: true, readOnly: true, label: say`Paid by`, search: true }),
    status: status({
      open: tone('info', 'closed', 'cancelled'),
      closed: tone('success'),
      cancelled: tone('neutral'),
    }),
    sha256: text({ required: true, readOnly: true, label: say`SHA-256 of the file` }),
    size: number({ required: true, readOnly: true, isSize: true, label: say`Size of the file` }),
    created_at: datetime({ required: true, readOnly: true, label: say`Made` }),
    version: number({ required: true, readOnly: true }),
  },
  list: ['name', 'format', 'execution_date', 'count', 'total', 'status', 'created_at'],
  card: { name: 'name', figure: 'total', details: ['format', 'execution_date'], chip: 'status' },
  filters: ['status', 'format', 'execution_date'],
  form: [],
  sort: ['created_at', 'DESC'],
  writes: 'command',
  menu: 'payments',
  forHolders: 'nothing',
  access: { administrators: 'read', editors: 'read', readers: 'read', holders: 'none' },
});
export type PaymentBatch = RecordOf<typeof paymentBatches>;
