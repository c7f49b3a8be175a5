// Who is signed in, as the server tells it and the browser keeps it.
import type { Locale } from '../words/locales.ts';

export interface SessionUser {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  account_type: 'client' | 'shareholder';
  role: string;
  client_name: string;
  client_display_name: string;
  membership_status: string;
  /** The company's; null if nobody has set it, undefined in sessions older than the field. */
  time_zone?: string | null;
  /** The company's currency, for amounts that name no other. */
  currency?: string | null;
  /** The language that the person chose. */
  locale?: Locale | null;
}
