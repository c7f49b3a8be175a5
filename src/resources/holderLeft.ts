// The mark of a person who no longer serves the company, beside their name in each list that says when that ended.
import { say } from '../words/say.ts';
import type { Mark } from './kit/defineResource.ts';

export const holderLeft = {
  label: say`Left`,
  tone: 'warning',
  holds: ({ service_ended_on: day }, today) => typeof day === 'string' && day <= today,
} satisfies Omit<Mark, 'on'>;
