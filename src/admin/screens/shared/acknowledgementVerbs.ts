// A holder agrees only to what they saw: a change since the page was loaded is not included.
import { acknowledged } from '../../../resources/acknowledgements.ts';
import type { VerbName } from '../../../resources/verbs/index.ts';
import type { VerbView } from '../../kit/verbs/types.ts';

const agree: VerbView = { body: (_values, record) => ({ last_entry: record.last_entry ?? null }) };

export const acknowledgementVerbs: Partial<Record<VerbName, VerbView>> = Object.fromEntries(
  acknowledged.map((kind) => [`${kind}.agree`, agree]),
);
