/** The addresses of the account's own screens (AccountApp.tsx), as the server and `vite dev` give them their page. */
export const accountPages = [
  '/login',
  '/signup',
  '/forgot-password',
  '/reset-password',
  '/confirm-email',
  '/not-me',
] as const;
export type AccountPage = (typeof accountPages)[number];
