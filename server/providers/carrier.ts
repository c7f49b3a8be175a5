/** What carries a message out of the house. `id` lets a provider drop a repeat. Throws when it was not taken. */
export interface Carrier {
  send(message: { id: string; to: string; subject: string | null; text: string }): Promise<void>;
}
