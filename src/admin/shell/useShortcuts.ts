// The console's keys. None but Ctrl+K acts while the user is typing, or for somebody who turned them off, and none while a dialog or a menu is open. What `/` and `?` do is known at once,
// because browsers have a search of their own on `/`; the others' code is loaded with the first of them.
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { useRole } from '../session/useMe.ts';

export function useShortcuts(onHelp: () => void, onSearch: () => void): void {
  const navigate = useNavigate();
  const role = useRole();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isSearch = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
      const isAlone = !(event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target));
      // Turned off in KeyHelp.tsx by who dictates, or touches keys by accident.
      if (!isSearch && (!isAlone || localStorage.single_keys)) return;
      if (document.querySelector('[role="dialog"], [role="menu"]')) return;
      if (isSearch) {
        event.preventDefault();
        onSearch();
      } else if (event.key === '?') {
        event.preventDefault();
        onHelp();
      } else if (event.key === '/') {
        const search = document.querySelector<HTMLInputElement>('input[type="search"]');
        if (!search) return;
        event.preventDefault();
        search.focus();
        search.select();
      } else if (/^[a-z]$/.test(event.key))
        void import('./letterKeys.ts').then(({ onLetter }) => onLetter(event, role, navigate));
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [onHelp, onSearch, navigate, role]);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName);
}
