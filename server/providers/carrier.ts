/** Sends a message. `id` lets a provider drop a repeat. Throws when the provider did not accept it. */
export interface Carrier {
  send(message: { id: string; to: string; subject: string | null; text: string }): Promise<void>;
}
