// Reads once who is signed in, for all components inside: one request and one subscription.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { readMe } from '#src/auth/authApi.ts';
import { correctUser, readToken } from '#src/auth/session.ts';
import { takeFirstAnswer } from '#src/firstCalls.ts';
import { MeContext, storedMe } from './useMe.ts';
import type { Me } from './useMe.ts';

export function MeProvider({ children }: { children: ReactNode }) {
  const { data } = useQuery({
    queryKey: ['me'],
    queryFn: async () => kept(readToken(), await readMe()),
    staleTime: 60_000,
    retry: false,
    initialData: firstMe,
    placeholderData: storedMe,
  });
  return <MeContext value={data ?? storedMe()}>{children}</MeContext>;
}

/** The response that the page already requested, if it has arrived. */
function firstMe(): Me | undefined {
  const token = readToken();
  const me = takeFirstAnswer<Me>('/api/auth/me', token);
  return me && kept(token, me);
}

/** A role changed by an administrator must reach the permission checks that read the stored user. */
function kept(token: string | null, me: Me): Me {
  if (token) correctUser({ access_token: token, user: me.user });
  return me;
}
