// Says which tables are read as an earlier file was: nothing is taken from memory unseen.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import type { SheetReading } from '#src/contract/sheets.ts';
import { Icon } from '#src/admin/kit/icons.tsx';

export function SheetRecalled({ reading: { tables, recalled, status } }: { reading: SheetReading }) {
  if (recalled.length === 0 || status === 'applied') return null;
  const tabs = tables.flatMap(({ id, tab }) => (recalled.includes(id) && tab !== null ? [tab.trim()] : []));
  return (
    <p className="alert info">
      <Icon name="info" />
      <span>
        {sayAround`You imported a file with the same headings before, so your answers from then are used${tabs.length > 0 && say` for ${tabs.join(', ')}`}. Change what is different this time.`}
      </span>
    </p>
  );
}
