import { say } from '../words/say.ts';
import { defineResource } from './kit/defineResource.ts';
import { choice, id, text } from './kit/fields.ts';

/** The possible assignees of a task: the company's people and its shareholders, in one list for the form's select. */
export const assignees = defineResource('assignees', {
  path: '/api/assignees/',
  label: say`Assignees`,
  singular: say`assignee`,
  about: say`Whom a task can be given to.`,
  empty: say`Nobody yet.`,
  icon: 'shareholders',
  table: 'membership',
  source: 'assignee_view',
  title: 'name',
  fields: {
    id: id(),
    name: text({ readOnly: true, search: true }),
    kind: choice(['member', 'shareholder'], { readOnly: true }),
  },
  list: ['name', 'kind'],
  filters: ['kind'],
  form: [],
  sort: ['name', 'ASC'],
  writes: 'none',
  menu: 'hidden',
  access: { administrators: 'read', editors: 'read', readers: 'read', holders: 'none' },
});
