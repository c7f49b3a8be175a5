import { say } from '../words/say.ts';
import { defineResource } from './kit/defineResource.ts';
import type { RecordOf } from './kit/defineResource.ts';
import { choice, datetime, id, number, reference, text } from './kit/fields.ts';

/** What a draft of a scenario becomes. */
export const DRAFT_KINDS = [
  'shareholder',
  'share_class',
  'authorize',
  'equity_plan',
  'reserve',
  'convertible',
  'grant',
  'warrant',
  'conversion',
  'certificate',
] as const;

export const drafts = defineResource('drafts', {
  path: '/api/drafts/',
  label: say`Drafts`,
  singular: say`draft`,
  about: say`What scenarios would write into the ledger, to be reviewed and posted one by one or together.`,
  empty: say`Turn a scenario into drafts, and review here what would be written.`,
  filledBy: 'scenarios',
  icon: 'transactions',
  table: 'scenario_draft',
  source: 'draft_view',
  title: 'summary',
  fields: {
    id: id(),
    summary: text({ required: true, readOnly: true, label: say`What`, search: true }),
    kind: choice(DRAFT_KINDS, { required: true, readOnly: true }),
    scenario_id: reference('scenarios', { required: true, readOnly: true, label: say`Scenario`, shows: 'scenario' }),
    scenario: text({ required: true, readOnly: true, search: true }),
    position: number({ required: true, readOnly: true, label: say`Order` }),
    result_id: text({ readOnly: true, label: say`Became` }),
    posted_at: datetime({ readOnly: true, label: say`Posted` }),
    created_at: datetime({ required: true, readOnly: true, label: say`Created` }),
  },
  list: ['summary', 'kind', 'scenario_id', 'position', 'posted_at'],
  wraps: { summary: 'wide' },
  card: { details: ['scenario_id', 'posted_at'] },
  filters: ['scenario_id', 'kind', 'posted_at'],
  form: [],
  sort: ['created_at', 'DESC'],
  thenBy: ['position'],
  writes: 'command',
  menu: 'scenarios',
  forHolders: 'nothing',
  access: { administrators: 'read delete', editors: 'read delete', readers: 'read', holders: 'none' },
});
export type Draft = RecordOf<typeof drafts>;
