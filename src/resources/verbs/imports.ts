// Undoing an import: takes back everything it wrote; it can be imported again.
import { say } from '#src/words/say.ts';
import { imports } from '../imports.ts';
import { administrators } from '../kit/access.ts';
import { defineVerbs } from '../kit/verb.ts';
import { remark } from './asked.ts';

export const importVerbs = defineVerbs(imports, {
  undo: {
    label: say`Undo import`,
    summary: 'Undo an import: adds a void entry for each of its entries',
    roles: administrators,
    from: ['applied'],
    destructive: true,
    fields: { reason: remark({ help: say`Such as "An older export than we thought". May stay empty.` }) },
    title: ({ file_name }) => say`Undo ${String(file_name)}`,
    text: say`A new entry takes back each of its entries, past payments that it imported are taken back, and the holders and classes that only this import added are removed. The package stays here with its findings. This is refused while one of your own entries depends on an imported one.`,
    submit: say`Undo the import`,
    keep: say`Keep it`,
    done: ({ file_name }) => say`${String(file_name)} was undone`,
    answers: 'undone',
    costs: 'import',
    takesTime: true,
  },
});
