// A press anywhere on a row opens its record. Keyboards and new tabs use the row's link.
import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { showPath } from '#src/admin/paths.ts';

/** Elements that have their own action when pressed. */
const pressed = 'a, button, input, label, select, textarea, [role="menu"], [role="dialog"]';

export function useRowOpener(resource: Resource, records: { id: string }[] | undefined) {
  const navigate = useNavigate();
  return (event: MouseEvent<HTMLElement>) => {
    if (!(event.target instanceof Element) || event.defaultPrevented || event.target.closest(pressed)) return;
    const row = event.target.closest('tbody tr, li');
    // Clicks in a dialog or menu opened by the row bubble here too, and selecting text must not open the record.
    if (!row?.parentElement || !event.currentTarget.contains(row) || window.getSelection()?.type === 'Range') return;
    const record = records?.[[...row.parentElement.children].indexOf(row)];
    if (!record) return;
    const path = showPath(resource.name, record.id);
    if (event.metaKey || event.ctrlKey) window.open(path, '_blank', 'noopener');
    else void navigate(path);
  };
}
