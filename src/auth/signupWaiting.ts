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
