import { say } from '../words/say.ts';
import { defineResource } from './kit/defineResource.ts';
import type { RecordOf } from './kit/defineResource.ts';
import { date, datetime, id, number, text } from './kit/fields.ts';

export const scenarios = defineResource('scenarios', {
  path: '/api/scenarios/',
  label: say`Scenarios`,
  singular: say`scenario`,
  about: say`What if: rounds, grants, splits and exits one after another, from the ledger on a day.`,
  empty: say`Model the next round from the ledger as it is, and see who owns what after each step.`,
  icon: 'scenarios',
  table: 'scenario',
  title: 'name',
  fields: {
    id: id(),
    name: text({ required: true, max: 200, search: true }),
    as_of: date({
      label: say`Starts from`,
      help: say`The ledger at the end of this day; today unless given.`,
      none: say`Typed in`,
    }),
    posted_at: datetime({
      readOnly: true,
      label: say`Posted`,
      none: say`Not posted`,
      definition: say`When its drafts became entries of the ledger.`,
    }),
    created_at: datetime({ required: true, readOnly: true, label: say`Created` }),
    changed_at: datetime({ required: true, readOnly: true, label: say`Changed` }),
    version: number({ required: true, readOnly: true }),
  },
  list: ['name', 'as_of', 'changed_at', 'posted_at'],
  card: { details: ['as_of', 'changed_at'] },
  filters: ['as_of'],
  form: [],
  sort: ['changed_at', 'DESC'],
  createLabel: say`New Scenario`,
  deletion: ({ name }) => ({
    label: say`Delete`,
    confirm: say`Delete scenario`,
    busy: say`Deleting…`,
    title: say`Delete “${String(name)}”?`,
    text: say`Its versions go with it, and links to it stop working. The cap table does not change.`,
    done: say`The scenario was deleted`,
  }),
  writes: 'command',
  menu: 'scenarios',
  forHolders: 'nothing',
  access: { administrators: 'all', editors: 'all', readers: 'read', holders: 'none' },
});
export type Scenario = RecordOf<typeof scenarios>;
