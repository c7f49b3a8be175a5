// Who is signed in, as the server tells it and the browser keeps it.
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
  /** The company's; null while nobody has set it, and not known of a session from before there was one. */
  time_zone?: string | null;
  /** In which the company counts what names no other. */
  currency?: string | null;
}
