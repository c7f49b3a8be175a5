// Undoing an import: everything it wrote is taken back, and it can be brought in again.
import { imports } from '../imports.ts';
import { administrators } from '../kit/access.ts';
import { defineVerbs } from '../kit/verb.ts';
import { remark } from './asked.ts';

export const importVerbs = defineVerbs(imports, {
  undo: {
    label: 'Undo import',
    summary: 'Take an import back: a void row for each of its entries',
    roles: administrators,
    from: ['applied'],
    destructive: true,
    fields: { reason: remark({ help: 'Such as "An older export than we thought". May stay empty.' }) },
    title: ({ file_name }) => `Undo ${String(file_name)}`,
    text: 'Each of its entries is taken back by a new row, and the holders and classes that only it brought are removed. The package stays here with its findings. While an entry of yours stands on one of its, this is refused.',
    submit: 'Undo the import',
    keep: 'Keep it',
    done: ({ file_name }) => `${String(file_name)} was undone`,
    answers: 'undone',
    costs: 'import',
    takesTime: true,
  },
});
