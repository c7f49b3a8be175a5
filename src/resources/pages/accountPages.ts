/** The addresses of the account screens (AccountApp.tsx); the server and `vite dev` serve their page for them. */
export const accountPages = [
  '/login',
  '/signup',
  '/forgot-password',
  '/reset-password',
  '/confirm-email',
  '/not-me',
  '/unsubscribe',
] as const;
export type AccountPage = (typeof accountPages)[number];
