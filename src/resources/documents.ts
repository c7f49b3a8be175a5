import { say } from '../words/say.ts';
import { keptForHolders, unless } from './kit/access.ts';
import { defineResource } from './kit/defineResource.ts';
import type { RecordOf } from './kit/defineResource.ts';
import { choice, datetime, id, number, reference, text } from './kit/fields.ts';

export const documentTypes = ['certificate', 'distribution_notice', 'agreement', 'tax_form', 'other'] as const;

/** Who may see a document. */
export const documentAudiences = ['company', 'shareholder', 'shareholders', 'class', 'everyone'] as const;
export type DocumentAudience = (typeof documentAudiences)[number];

export const documents = defineResource('documents', {
  path: '/api/documents/',
  label: say`Documents`,
  singular: say`document`,
  about: say`Signed papers, notices and forms. The company sees all of them. Holders see only those shared with them.`,
  empty: say`Agreements, notices and tax forms are kept here with their fingerprint. Upload the first one.`,
  icon: 'documents',
  table: 'document',
  source: 'document_view',
  title: 'name',
  fields: {
    id: id(),
    name: text({ required: true, readOnly: true, search: true }),
    type: choice(documentTypes, { required: true, default: 'other' }),
    file_size: number({ required: true, readOnly: true, isSize: true, label: say`Size` }),
    status: choice(['available'], { required: true, readOnly: true }),
    created_at: datetime({ required: true, readOnly: true, label: say`Uploaded` }),
    shareholder_id: reference('shareholders', { readOnly: true, label: say`Visible to`, shows: 'shareholder' }),
    shareholder: text({ readOnly: true, label: say`Shareholder`, search: true }),
    audience: choice(documentAudiences, {
      required: true,
      readOnly: true,
      label: say`Audience`,
      labels: {
        company: say`The company only`,
        shareholder: say`One shareholder`,
        shareholders: say`Several shareholders`,
        class: say`Whoever holds a class`,
        everyone: say`All holders`,
      },
    }),
    visible_to: text({ readOnly: true, label: say`Visible to` }),
    security_id: text({ readOnly: true, label: say`Security` }),
    security: text({ readOnly: true, label: say`Belongs to`, search: true }),
    sha256: text({ required: true, readOnly: true, label: say`Fingerprint (SHA-256)` }),
  },
  bulkFields: ['type', 'audience'],
  list: ['id', 'name', 'type', 'visible_to', 'file_size', 'status', 'created_at'],
  card: { figure: 'created_at', details: ['type', 'visible_to'] },
  filters: ['type', 'audience', 'shareholder_id', 'created_at'],
  form: [],
  sort: ['created_at', 'DESC'],
  createLabel: say`Upload Document`,
  deletion: ({ name }) => ({
    label: say`Delete`,
    confirm: say`Delete document`,
    busy: say`Deleting…`,
    title: say`Delete “${String(name)}”?`,
    text: say`The file is removed for everybody who could see it. It cannot be brought back.`,
    done: say`The document was deleted`,
  }),
  forHolders: 'list',
  writes: 'none',
  // A form that a holder signed is read by the holder, owners and administrators.
  access: {
    ...keptForHolders('document_shown_to', 'document_id'),
    editors: unless('is_private', 'all'),
    readers: unless('is_private', 'read'),
  },
});
export type Document = RecordOf<typeof documents>;
