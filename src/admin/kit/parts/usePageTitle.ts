// The browser tab's name: "Certificates · Acme · Sharebook".
import { useEffect } from 'react';
import { useMe } from '#src/admin/session/useMe.ts';

export function usePageTitle(title: string): void {
  const company = useMe().user.client_display_name;
  useEffect(() => {
    document.title = [title, company, 'Sharebook'].filter(Boolean).join(' · ');
  }, [title, company]);
}
