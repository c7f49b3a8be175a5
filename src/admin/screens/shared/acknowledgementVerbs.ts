// What a holder agrees to is what they saw: what was changed since the page was shown is not agreed to unseen.
import { acknowledged } from '../../../resources/acknowledgements.ts';
import type { VerbView, VerbViews } from '../../kit/verbs/types.ts';

const agree: VerbView = { body: (_values, record) => ({ last_entry: record.last_entry ?? null }) };

export const acknowledgementVerbs: VerbViews = Object.fromEntries(acknowledged.map((kind) => [`${kind}.agree`, agree]));
