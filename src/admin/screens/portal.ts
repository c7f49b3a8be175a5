// How a shareholder reaches the portal, as their page carries it for the people of the company.
import type { AnyRecord } from '../fieldKinds.tsx';

export interface Portal {
  state: 'none' | 'invited' | 'linked';
  /** Of the linked account, or the address that was invited. */
  email: string | null;
}

/** A list does not carry it. */
export function portalOf(record: AnyRecord): Portal {
  return (record.portal as Portal | undefined) ?? { state: 'none', email: null };
}

export function portalWords({ state, email }: Portal): string {
  if (state === 'linked') return `Linked to ${email}`;
  return state === 'invited' ? `Invited: ${email}` : 'No access';
}
