// A holder agrees only to what they saw: a change since the page was loaded is not included. What they dispute, they may show in files.
import { say } from '#src/words/say.ts';
import { lazy } from 'react';
import { acknowledged } from '#src/resources/acknowledgements.ts';
import type { VerbView, VerbViews } from '#src/admin/kit/verbs/types.ts';
import { fileIdsOf, waitsForFiles } from '../messages/chosenFiles.ts';

const agree: VerbView = { body: (_values, record) => ({ last_entry: record.last_entry ?? null }) };

const dispute: VerbView = {
  Extra: lazy(() => import('../messages/MessageFilesBox.tsx')),
  extra: { file_ids: say`Files` },
  check: ({ file_ids }) => {
    const waiting = waitsForFiles(file_ids);
    return waiting ? { file_ids: waiting } : {};
  },
  body: ({ file_ids, ...values }) => ({ ...values, ...fileIdsOf(file_ids) }),
};

export const acknowledgementVerbs: VerbViews = Object.fromEntries(
  acknowledged.flatMap((kind) => [
    [`${kind}.agree`, agree],
    [`${kind}.dispute`, dispute],
  ]),
);
