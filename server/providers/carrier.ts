export interface Outgoing {
  id: string;
  to: string;
  subject: string | null;
  text: string;
  /** Of a mail: the same as HTML, and where one click stops such mails (RFC 8058). */
  more?: { html: string; unsubscribeUrl: string } | undefined;
}

/** Sends a message. `id` lets a provider drop a repeat. Throws when the provider did not accept it. */
export interface Carrier {
  send(message: Outgoing): Promise<void>;
}
