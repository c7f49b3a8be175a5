import type { useLogout } from 'react-admin';

/** Signs out. The landing page is another document: the browser must load it, not the router. */
export async function leave(logout: ReturnType<typeof useLogout>): Promise<void> {
  await logout({}, '/', false);
  window.location.assign('/');
}
