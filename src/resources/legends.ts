import { say } from '../words/say.ts';
import { defineResource } from './kit/defineResource.ts';
import type { RecordOf } from './kit/defineResource.ts';
import { id, number, text } from './kit/fields.ts';

export const legends = defineResource('legends', {
  path: '/api/legends/',
  label: say`Legends`,
  singular: say`legend`,
  about: say`Texts that certificates carry, such as restrictions on transfer. An issued certificate keeps its text.`,
  empty: say`Your counsel provides the texts that your certificates must carry. Add each one here and choose it when you issue a certificate.`,
  icon: 'legends',
  table: 'legend',
  isFew: true,
  title: 'name',
  fields: {
    id: id(),
    name: text({ required: true, max: 120, search: true }),
    text: text({ required: true, max: 8000, multiline: true, search: true }),
    version: number({ readOnly: true }),
  },
  list: ['name', 'text'],
  filters: [],
  form: [['name'], ['text']],
  sort: ['name', 'ASC'],
  createLabel: say`Add Legend`,
  created: say`The legend was added`,
  writes: 'command',
  menu: 'hidden',
  usedBy: ['certificates'],
  access: { administrators: 'all', editors: 'read create update', readers: 'read', holders: 'none' },
});
export type Legend = RecordOf<typeof legends>;
