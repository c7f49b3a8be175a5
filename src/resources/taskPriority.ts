import { choice } from './kit/fields.ts';

/** Of a task. Apart from its declaration, of which the dashboard needs nothing else. */
export const taskPriority = choice(['urgent', 'high', 'medium', 'low'], {
  required: true,
  default: 'medium',
  tones: { urgent: 'error', high: 'warning', medium: 'info', low: 'neutral' },
});
