// Moving between the three kinds of page is a full navigation. All reading of the address is here.

export const dashboardPath = '/app/dashboard';

export const confirmEmailPath = (token: string): string => `/confirm-email?token=${encodeURIComponent(token)}`;

export function goTo(path: string): 'leaving' {
  window.location.assign(path);
  return 'leaving';
}

export function queryParameter(name: string): string | null {
  return new URLSearchParams(window.location.search).get(name);
}

/** The same page with the invitation carried along. */
export function withInvite(path: string, invite: string | null): string {
  return invite ? `${path}?invite=${encodeURIComponent(invite)}` : path;
}
