// The company of this session: its names, its currency, and whether it is the sample company.
import type { Organization } from '../../resources/organization.ts';
import { membershipStatus, useMe } from './useMe.ts';
import { useRead } from './useRead.ts';

/** The company's country, where an exemption's jurisdiction starts; empty where none is known, null while it is asked. */
export function useOwnJurisdiction(): string | null {
  const { data, isLoading } = useOrganization();
  if (isLoading) return null;
  return data?.country ?? '';
}

/** Asked only by who is admitted: anybody else would get a refusal, and there is nothing to show. */
export function useOrganization() {
  const { user } = useMe();
  return useRead<Organization>(membershipStatus(user) === 'active' && user.id !== '' ? '/api/organization' : null);
}
