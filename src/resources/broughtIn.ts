// The mark of distributions and payments of the past that came with a file. Those that were declared here have none.
import { say } from '../words/say.ts';
import { choice } from './kit/fields.ts';

export const broughtIn = () =>
  choice(['brought_in'], {
    readOnly: true,
    label: say`Origin`,
    labels: { brought_in: say`Imported` },
    tones: { brought_in: 'neutral' },
  });
