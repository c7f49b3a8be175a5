// The authProvider of the console (react-admin's shape, none of its code) on top of the account calls.
// Permissions per record are added by the console, which knows the resources.
import type { AuthProvider } from 'react-admin';
import * as authApi from './authApi.ts';
import { clearSession, readToken, readUser, saveSession } from './session.ts';

export const authProvider = {
  /** Resolves with the server's answer: a session, which is stored already, or a request for the second factor. */
  async login({ email, password }: { email: string; password: string }) {
    const answer = await authApi.login(email, password);
    if ('access_token' in answer) saveSession(answer);
    return answer;
  },

  async logout() {
    // react-admin also calls this when nobody is signed in, to clean up after a refused page.
    if (readToken()) await authApi.logout().catch((cause: unknown) => console.error('Logout', cause));
    clearSession();
    return '/';
  },

  /** Signed-out visitors go to the landing page, without a toast. */
  async checkAuth() {
    if (!readToken()) throw { redirectTo: '/', message: false };
  },

  async checkError(error: unknown) {
    if (!isStatus(error, 401)) return;
    clearSession();
    throw { redirectTo: '/login', message: false };
  },

  async getIdentity() {
    const user = readUser();
    if (!user) throw new Error('Nobody is signed in.');
    return { ...user, fullName: `${user.first_name} ${user.last_name}`.trim() || user.email };
  },

  async getPermissions() {
    return readUser()?.role ?? null;
  },
} satisfies AuthProvider;

function isStatus(error: unknown, status: number): boolean {
  return typeof error === 'object' && error !== null && 'status' in error && error.status === status;
}
