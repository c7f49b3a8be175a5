export interface Outgoing {
  id: string;
  to: string;
  subject: string | null;
  text: string;
  /** Of a mail: the same as HTML, where one click stops such mails (RFC 8058), and who writes. */
  more?: { html?: string; unsubscribeUrl?: string; fromName?: string } | undefined;
}

/** Sends a message. `id` lets a provider drop a repeat. Throws when the provider did not accept it. */
export interface Carrier {
  send(message: Outgoing): Promise<void>;
  /** Closes the connections that it keeps open. */
  close?(): void;
}
