// The company of this session: its names, its currency, and whether it is the sample company.
import type { Organization } from '#src/resources/organization.ts';
import { membershipStatus, useMe } from './useMe.ts';
import { useRead } from './useRead.ts';

/** The company's country, the default jurisdiction of an exemption; empty if unknown, null while loading. */
export function useOwnJurisdiction(): string | null {
  const { data, isLoading } = useOrganization();
  if (isLoading) return null;
  return data?.country ?? '';
}

/** Requested only for active members: the server refuses everybody else. */
export function useOrganization() {
  const { user } = useMe();
  return useRead<Organization>(membershipStatus(user) === 'active' && user.id !== '' ? '/api/organization' : null);
}
