import { say } from '../words/say.ts';
import { ofSecurities } from './kit/access.ts';
import { defineResource } from './kit/defineResource.ts';
import type { RecordOf } from './kit/defineResource.ts';
import { date, id, money, number, reference, shares, status, text, tone } from './kit/fields.ts';
import { limits } from './kit/limits.ts';
import type { ISSUANCE_TYPES } from '../domain/keywords.ts';

/** The kinds of restricted stock. */
export const issuanceWords: Readonly<Record<string, string>> = {
  FOUNDERS_STOCK: say`Founders’ stock`,
  RSA: say`Restricted stock award`,
} satisfies Record<(typeof ISSUANCE_TYPES)[number], string>;

export const certificates = defineResource('certificates', {
  path: '/api/certificates/',
  label: say`Certificates`,
  singular: say`certificate`,
  about: say`Every certificate the company has issued. A certificate is never edited. Each change is a new entry.`,
  empty: say`Each holding of stock is a certificate with its own number. Issue the founders’ shares first, or import a cap table.`,
  broughtInBy: 'imports',
  icon: 'certificates',
  table: 'security',
  source: 'certificate',
  title: 'certificate_number',
  fields: {
    id: id(),
    certificate_number: text({ label: say`Certificate #`, search: true, max: limits.securityNumber }),
    share_class_id: reference('share-classes', { required: true, label: say`Share Class`, shows: 'share_class' }),
    share_class: text({ required: true, readOnly: true, label: say`Share Class`, search: true }),
    shareholder_id: reference('shareholders', { required: true, label: say`Holder`, shows: 'shareholder' }),
    shareholder: text({ required: true, readOnly: true, label: say`Holder`, search: true }),
    num_shares: number({ required: true, readOnly: true, label: say`Shares` }),
    quantity: shares({ required: true, positive: true, label: say`Quantity` }),
    issue_date: date({ required: true, label: say`Issue Date` }),
    price_per_share: money({ scale: 10, label: say`Price per share` }),
    currency: text({ readOnly: true, max: 3 }),
    status: status({
      active: tone(
        'success',
        'transferred',
        'cancelled',
        'repurchased',
        'converted',
        'reissued',
        'consolidated',
        'retracted',
      ),
      upcoming: tone('info', 'active', 'cancelled', 'retracted'),
      transferred: tone('neutral'),
      cancelled: tone('neutral'),
      repurchased: tone('neutral'),
      converted: tone('neutral'),
      reissued: tone('neutral'),
      consolidated: tone('neutral'),
      retracted: tone('neutral'),
    }),
  },
  list: ['id', 'certificate_number', 'share_class', 'shareholder', 'num_shares', 'issue_date', 'status'],
  card: { details: ['shareholder', 'share_class'] },
  filters: ['status', 'share_class_id', 'shareholder_id', 'issue_date'],
  form: [],
  sort: ['issue_date', 'DESC'],
  createLabel: say`Issue Certificate`,
  bulkVerbs: { names: ['consolidate'], statuses: ['active'] },
  forHolders: 'list',
  writes: 'command',
  access: ofSecurities,
});
export type Certificate = RecordOf<typeof certificates>;
