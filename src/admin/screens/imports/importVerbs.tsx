// Undoing an import: everything it wrote is taken back, and it can be brought in again.
import { text } from '../../../resources/kit/fields.ts';
import type { VerbSpec } from '../../kit/verbs/types.ts';

export const importVerbs: Record<string, VerbSpec> = {
  'imports.undo': {
    title: (record) => `Undo ${String(record.file_name)}`,
    text: () => (
      <p>
        Each of its entries is taken back by a new row, and the holders and classes that only it brought are removed.
        The package stays here with its findings. While an entry of yours stands on one of its, this is refused.
      </p>
    ),
    fields: { reason: text({ max: 400, help: 'Such as "An older export than we thought". May stay empty.' }) },
    submit: () => 'Undo the import',
    keep: 'Keep it',
    done: (record) => `${String(record.file_name)} was undone`,
  },
};
