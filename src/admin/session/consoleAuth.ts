// The signed-in half of the authProvider: which screens and buttons a role gets, by the same rule the server uses.
import type { AuthProvider } from 'react-admin';
import { readUser } from '#src/auth/session.ts';
import { heads } from '#src/resources/heads/heads.ts';
import type { Action } from '#src/resources/kit/access.ts';
import { mayUser } from './useMe.ts';

const actionOf: Record<string, Action> = {
  list: 'read',
  show: 'read',
  export: 'read',
  read: 'read',
  create: 'create',
  edit: 'update',
  delete: 'delete',
};

export function withAccess<P extends AuthProvider>(authProvider: P): AuthProvider {
  return {
    ...authProvider,
    // The HTTP client ends the session at any 401. If this threw too, react-admin would answer the call with an empty
    // record, which a form would treat as success.
    async checkError() {},
    async canAccess({ action, resource }) {
      const user = readUser();
      const declared = heads.find(({ name }) => name === resource);
      // A screen without a declaration decides for itself; the server checks every request anyway.
      if (!declared || !user) return true;
      return mayUser(user, actionOf[action] ?? 'update', declared);
    },
  };
}
