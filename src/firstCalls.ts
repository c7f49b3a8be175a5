// Answers that the script of app.html asked for while the console's code was on its way. Each is taken once, and only fresh.

interface FirstCalls {
  token: string;
  answers: Record<string, Promise<Response>>;
}
declare global {
  interface Window {
    sharebookFirstCalls?: FirstCalls;
  }
}

const FRESH_MS = 10_000;

/** What nobody took is let go: after a write it is of before, and an answer that is not read keeps its connection. */
export function dropFirstCalls(): void {
  const left = Object.values(window.sharebookFirstCalls?.answers ?? {});
  delete window.sharebookFirstCalls;
  for (const answer of left)
    answer.then(
      (response) => response.body?.cancel(),
      () => undefined,
    );
}
setTimeout(dropFirstCalls, FRESH_MS);

/** The answer to a GET of this address that is under way already for whoever has this token; otherwise undefined. */
export function takeFirstCall(url: string, token: string | null): Promise<Response> | undefined {
  const first = window.sharebookFirstCalls;
  const answer = first?.answers[url];
  if (!first || !answer) return undefined;
  delete first.answers[url];
  return first.token === token && performance.now() < FRESH_MS ? answer : undefined;
}
