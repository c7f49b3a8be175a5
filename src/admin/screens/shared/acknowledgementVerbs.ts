// What a holder agrees to is what they saw: what was changed since the page was shown is not agreed to unseen.
import { acknowledged } from '../../../resources/acknowledgements.ts';
import type { VerbName } from '../../../resources/verbs/index.ts';
import type { VerbView } from '../../kit/verbs/types.ts';

const agree: VerbView = { body: (_values, record) => ({ last_entry: record.last_entry ?? null }) };

export const acknowledgementVerbs: Partial<Record<VerbName, VerbView>> = Object.fromEntries(
  acknowledged.map((kind) => [`${kind}.agree`, agree]),
);
