import { say } from '../words/say.ts';
import type { AllocationType } from '../domain/vesting/terms.ts';
import { defineResource } from './kit/defineResource.ts';
import { id, number, text } from './kit/fields.ts';

/** What happens to shares that do not divide evenly among the vesting dates. */
export const allocationWords = {
  CUMULATIVE_ROUNDING: say`Round the running total`,
  CUMULATIVE_ROUND_DOWN: say`Round the running total down`,
  FRONT_LOADED: say`The rest first, one by one`,
  BACK_LOADED: say`The rest last, one by one`,
  FRONT_LOADED_TO_SINGLE_TRANCHE: say`The rest with the first part`,
  BACK_LOADED_TO_SINGLE_TRANCHE: say`The rest with the last part`,
  FRACTIONAL: say`Fractions of a share`,
} as const satisfies Record<AllocationType, string>;

/** Schedules that grants use. An import or a grant creates them; the grant's page shows its dates. */
export const vestingTerms = defineResource('vesting-terms', {
  path: '/api/vesting-terms/',
  label: say`Vesting schedules`,
  singular: say`vesting schedule`,
  about: say`Schedules by which grants and restricted stock vest.`,
  empty: say`A schedule is created with the first grant that uses it, or by an import.`,
  filledBy: 'grants',
  icon: 'vesting',
  table: 'vesting_terms',
  isFew: true,
  title: 'name',
  fields: {
    id: id(),
    name: text({ readOnly: true, max: 200, search: true }),
    description: text({ readOnly: true, max: 4000, multiline: true, search: true }),
    allocation_type: text({
      readOnly: true,
      max: 60,
      label: say`What does not divide evenly`,
      labels: allocationWords,
    }),
    version: number({ readOnly: true }),
  },
  list: ['name', 'description', 'allocation_type'],
  filters: [],
  form: [],
  sort: ['name', 'ASC'],
  writes: 'none',
  menu: 'hidden',
  usedBy: ['grants', 'equity-plans'],
  access: { administrators: 'read', editors: 'read', readers: 'read', holders: 'none' },
});
