// Responses that index.html's script requested while the console's code was loading. Each is used once, while fresh.

interface FirstCalls {
  token: string;
  answers: Record<string, Promise<Response>>;
  /** The successful responses that have arrived completely. */
  texts: Record<string, string>;
}
declare global {
  interface Window {
    sharebookFirstCalls?: FirstCalls;
  }
}

const FRESH_MS = 10_000;

/** Drops unused responses: after a write they are stale, and an unread response holds its connection. */
export function dropFirstCalls(): void {
  const left = Object.values(window.sharebookFirstCalls?.answers ?? {});
  delete window.sharebookFirstCalls;
  for (const answer of left)
    answer.then(
      (response) => response.body?.cancel(),
      () => undefined,
    );
}
/** From the console's start. */
export const expireFirstCalls = (): unknown => setTimeout(dropFirstCalls, FRESH_MS);

/** The response to a GET of this address already requested with this token; otherwise undefined. */
export function takeFirstCall(url: string, token: string | null): Promise<Response> | undefined {
  const first = window.sharebookFirstCalls;
  const answer = first?.answers[url];
  if (!first || !answer) return undefined;
  delete first.answers[url];
  delete first.texts[url];
  return first.token === token && performance.now() < FRESH_MS ? answer : undefined;
}

/** The body of such a response if it has arrived: a screen that starts with it renders once, not twice. */
export function takeFirstAnswer<T>(url: string, token: string | null): T | undefined {
  const text = window.sharebookFirstCalls?.texts[url];
  if (text === undefined || !takeFirstCall(url, token)) return undefined;
  return JSON.parse(text) as T;
}

/** True until a write, and only while the responses are fresh: until then the page's own requests are not repeated. */
export const areFirstAnswersCurrent = (): boolean => window.sharebookFirstCalls !== undefined;
