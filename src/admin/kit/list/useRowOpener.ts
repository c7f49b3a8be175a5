// A press anywhere on a row opens its record. The link in it stays what keyboards and new tabs use.
import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Resource } from '../../../resources/kit/defineResource.ts';
import { showPath } from '../paths.ts';

/** What does something of its own when it is pressed. */
const pressed = 'a, button, input, label, select, textarea, [role="menu"], [role="dialog"]';

export function useRowOpener(resource: Resource, records: { id: string }[] | undefined) {
  const navigate = useNavigate();
  return (event: MouseEvent<HTMLElement>) => {
    if (!(event.target instanceof Element) || event.defaultPrevented || event.target.closest(pressed)) return;
    const row = event.target.closest('tbody tr, li');
    // What a row opened elsewhere on the page bubbles here too; and selecting text is no wish to leave.
    if (!row?.parentElement || !event.currentTarget.contains(row) || window.getSelection()?.type === 'Range') return;
    const record = records?.[[...row.parentElement.children].indexOf(row)];
    if (!record) return;
    const path = showPath(resource.name, record.id);
    if (event.metaKey || event.ctrlKey) window.open(path, '_blank', 'noopener');
    else void navigate(path);
  };
}
