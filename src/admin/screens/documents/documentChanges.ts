// How several documents are shown to others at once.
import { say } from '#src/words/say.ts';
import { values } from '#src/resources/kit/fields.ts';
import type { BulkViews } from '#src/admin/kit/list/bulkView.ts';
import { Readers, audience, readersOf, withoutReaders } from './audience.tsx';

const lists = {
  shareholders: { shareholder_ids: values({ isList: true, label: say`Shareholders` }) },
  class: { share_class_ids: values({ isList: true, label: say`Share classes` }) },
};

export const documentChanges: BulkViews = {
  'documents.audience': {
    fields: (answers) => ({ audience, ...lists[answers.audience as keyof typeof lists] }),
    Extra: Readers,
    check: withoutReaders,
    set: readersOf,
  },
};
