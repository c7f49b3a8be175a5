// The account that waits for its code, kept in the tab so that a reload of step 3 does not lose it. Only the address:
// nothing else that was typed outlives the page.
const waitingKey = 'signup:waiting';

export function keepWaiting(email: string): void {
  sessionStorage.setItem(waitingKey, email);
}

export function readWaiting(): string | null {
  return sessionStorage.getItem(waitingKey);
}

export function dropWaiting(): void {
  sessionStorage.removeItem(waitingKey);
}

const unknownKey = (accountId: string) => `signup:unknown:${accountId}`;

/** The client name that a new account entered and no company uses; the console shows it when it asks again. */
export function keepUnknownCompany(accountId: string, clientName: string): void {
  sessionStorage.setItem(unknownKey(accountId), clientName);
}

export function readUnknownCompany(accountId: string): string | null {
  return sessionStorage.getItem(unknownKey(accountId));
}
