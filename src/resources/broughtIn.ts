// The mark of distributions and payments of the past that came with a file. Those that were declared here have none.
import { choice } from './kit/fields.ts';

export const broughtIn = () =>
  choice(['brought_in'], {
    readOnly: true,
    label: 'Origin',
    labels: { brought_in: 'Imported' },
    tones: { brought_in: 'neutral' },
  });
