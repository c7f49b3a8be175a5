import { say } from '../words/say.ts';
import { defineResource } from './kit/defineResource.ts';
import type { RecordOf } from './kit/defineResource.ts';
import { boolean, date, datetime, id, number, status, text, tone } from './kit/fields.ts';

export const imports = defineResource('imports', {
  path: '/api/ocf/imports/',
  label: say`Import`,
  singular: say`import`,
  many: say`imports`,
  about: say`Spreadsheets and Open Cap Format packages that were imported, with every finding.`,
  icon: 'imports',
  table: 'import_batch',
  source: 'import_view',
  title: 'file_name',
  fields: {
    id: id(),
    file_name: text({ required: true, readOnly: true, label: say`File`, search: true }),
    issuer_name: text({ readOnly: true, label: say`Issuer`, search: true }),
    ocf_version: text({ readOnly: true, label: say`Format version` }),
    as_of: date({ readOnly: true, label: say`As of` }),
    status: status({
      checked: tone('warning', 'applied'),
      applied: tone('success', 'undone'),
      undone: tone('neutral', 'applied'),
    }),
    applied: boolean({ required: true, readOnly: true, words: [say`Applied`, say`Not applied`], label: say`Result` }),
    objects: number({ required: true, readOnly: true }),
    errors: number({ required: true, readOnly: true }),
    warnings: number({ required: true, readOnly: true }),
    created_at: datetime({ required: true, readOnly: true, label: say`Uploaded` }),
    actor: text({ readOnly: true, label: say`By`, person: 'actor_id' }),
    actor_id: text({ required: true, readOnly: true, label: say`Account` }),
  },
  list: ['file_name', 'issuer_name', 'as_of', 'status', 'objects', 'errors', 'warnings', 'created_at'],
  card: { details: ['issuer_name', 'created_at'] },
  filters: ['status', 'created_at'],
  form: [],
  sort: ['created_at', 'DESC'],
  writes: 'none',
  menu: 'records',
  access: { administrators: 'read create', editors: 'none', readers: 'none', holders: 'none' },
});
export type Import = RecordOf<typeof imports>;
