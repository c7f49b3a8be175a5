// How several documents are shown to others at once.
import { values } from '#src/resources/kit/fields.ts';
import type { BulkViews } from '#src/admin/kit/list/bulkView.ts';
import { Readers, audience, readersOf, withoutReaders } from './audience.tsx';

const lists = {
  shareholders: { shareholder_ids: values({ isList: true, label: 'Shareholders' }) },
  class: { share_class_ids: values({ isList: true, label: 'Share classes' }) },
};

export const documentChanges: BulkViews = {
  'documents.audience': {
    fields: (answers) => ({ audience, ...lists[answers.audience as keyof typeof lists] }),
    Extra: Readers,
    check: withoutReaders,
    set: readersOf,
  },
};
