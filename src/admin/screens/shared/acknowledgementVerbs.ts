// A holder agrees only to what they saw: a change since the page was loaded is not included.
import { acknowledged } from '#src/resources/acknowledgements.ts';
import type { VerbView, VerbViews } from '#src/admin/kit/verbs/types.ts';

const agree: VerbView = { body: (_values, record) => ({ last_entry: record.last_entry ?? null }) };

export const acknowledgementVerbs: VerbViews = Object.fromEntries(acknowledged.map((kind) => [`${kind}.agree`, agree]));
