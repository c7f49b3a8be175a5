// What the dialog that changes several records asks for beyond the declared fields.
import { documentChanges } from './screens/documents/documentChanges.ts';
import type { BulkViews } from './kit/list/bulkView.ts';

export const bulkViews: BulkViews = { ...documentChanges };
