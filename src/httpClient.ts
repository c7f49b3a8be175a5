// The only client of the API: bearer header, JSON, problem bodies as errors, and the handling of a 401.
// `fetchJson` has the shape react-admin's data providers expect of their httpClient.
import { say } from './words/say.ts';
import { leaveBanner } from './auth/banner.ts';
import { isAnotherSession, loseSession, readToken } from './auth/session.ts';
import { dropFirstCalls, takeFirstCall } from './firstCalls.ts';

export interface ProblemBody {
  detail?: string;
  code?: string;
  request_id?: string;
  /** By field name, as react-admin's forms read them. */
  errors?: Record<string, string>;
}

export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly body: ProblemBody;

  constructor(message: string, status: number, body: ProblemBody = {}) {
    super(message);
    this.status = status;
    this.body = body;
  }
}

export interface FetchOptions extends RequestInit {
  /** Pass the key of the first attempt to repeat a POST whose response was lost; by default each call gets its own. */
  idempotencyKey?: string;
  /** `throw` keeps the browser on its page: for signing out, where the session ends anyway. */
  on401?: 'signIn' | 'throw';
}

export interface FetchAnswer {
  status: number;
  headers: Headers;
  body: string;
  json: unknown;
}

export async function fetchJson(url: string, options: FetchOptions = {}): Promise<FetchAnswer> {
  const response = await fetchAnswer(url, options);
  const body = await response.text();
  return { status: response.status, headers: response.headers, body, json: parsed(body) };
}

/** A file, with the session's token, which a plain link would not send. */
export async function fetchFile(url: string, options: FetchOptions = {}): Promise<Blob> {
  return (await fetchAnswer(url, { headers: { Accept: '*/*' }, ...options })).blob();
}

async function fetchAnswer(url: string, options: FetchOptions): Promise<Response> {
  const { idempotencyKey, on401 = 'signIn', ...init } = options;
  const token = readToken();
  // Input typed for one account or company is never sent as another.
  if (token !== null && isAnotherSession()) throw new HttpError(another, 409, { detail: another });
  const response = await sendConfirmed(url, { ...init, headers: requestHeaders(init, idempotencyKey) });
  if (response.ok) return response;
  const json = parsed(await response.text());
  // A response to an ended session says nothing about the next session.
  if (response.status === 401 && on401 === 'signIn' && token === readToken()) endSession();
  const problem = problemOf(json);
  throw new HttpError(problem.detail ?? plainSentence(response.status, isReading(init)), response.status, problem);
}

export async function getJson<T>(url: string, options: FetchOptions = {}): Promise<T> {
  return (await fetchJson(url, options)).json as T;
}

export async function postJson<T>(url: string, body?: unknown, options: FetchOptions = {}): Promise<T> {
  const init = body === undefined ? options : { ...options, body: JSON.stringify(body) };
  return (await fetchJson(url, { ...init, method: 'POST' })).json as T;
}

/** Asks the signed-in person to confirm who they are. Answers whether they did. */
type Confirm = () => Promise<boolean>;
let confirm: Confirm | null = null;

/** From now on, a call that needs a confirmation asks for it. Returns how to stop that. */
export function askToConfirm(ask: Confirm): () => void {
  confirm = ask;
  return () => {
    if (confirm === ask) confirm = null;
  };
}

/** After the confirmation that a call needs, the same call is sent again, with the same Idempotency-Key. */
async function sendConfirmed(url: string, init: RequestInit): Promise<Response> {
  const response = await send(url, init);
  if (response.status !== 403 || !confirm) return response;
  const { code } = problemOf(parsed(await response.clone().text()));
  return code === 'step_up_required' && (await confirm()) ? send(url, init) : response;
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    if (!isReading(init)) dropFirstCalls();
    return await ((isReading(init) && takeFirstCall(url, readToken())) || fetch(url, init));
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw new HttpError(isReading(init) ? unreachable : maybeSaved(say`Sharebook could not be reached`), 0);
  }
}

function requestHeaders(init: RequestInit, idempotencyKey?: string): Headers {
  const headers = new Headers(init.headers);
  if (!headers.has('Accept')) headers.set('Accept', 'application/json');
  // FormData sets its own content type; all else is JSON, even a DELETE, which ra-data-simple-rest marks as text.
  if (!(init.body instanceof FormData)) headers.set('Content-Type', 'application/json');
  const token = readToken();
  if (token && !headers.has('Authorization')) headers.set('Authorization', `Bearer ${token}`);
  if (init.method?.toUpperCase() === 'POST' && !headers.has('Idempotency-Key')) {
    headers.set('Idempotency-Key', idempotencyKey ?? newKey());
  }
  return headers;
}

/** `randomUUID` exists only on secure origins; an installation on plain HTTP in a local network still needs keys. */
export function newKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Any 401 ends the session here too. The sign-in page itself is not reloaded, so that its alert stays readable. */
function endSession(): void {
  const wasSignedIn = readToken() !== null;
  const text = loseSession();
  if (/^\/login\/*$/.test(window.location.pathname)) return;
  if (wasSignedIn) leaveBanner({ tone: 'info', text });
  window.location.assign('/login');
}

function parsed(body: string): unknown {
  if (body === '') return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function problemOf(json: unknown): ProblemBody {
  if (typeof json !== 'object' || json === null) return {};
  const { detail: english, said: detail = english, code, request_id, errors } = json as Record<string, unknown>;
  const problem: ProblemBody = {};
  if (typeof detail === 'string' && detail !== '') problem.detail = detail;
  if (typeof code === 'string') problem.code = code;
  if (typeof request_id === 'string') problem.request_id = request_id;
  if (Array.isArray(errors)) {
    const fields = errors as Array<{ field?: unknown; message?: unknown }>;
    problem.errors = Object.fromEntries(fields.map(({ field, message }) => [String(field), String(message)]));
  }
  return problem;
}

function isReading({ method = 'GET' }: RequestInit): boolean {
  return /^(get|head)$/i.test(method);
}

const unreachable = say`Sharebook could not be reached. Check the connection and try again.`;

const another = say`Another account or company was opened in this browser, so nothing was sent. Reload this page to see what is open now.`;

/** A write without a response may have happened; its key makes a retry safe. */
function maybeSaved(what: string): string {
  return say`${what}, so it is not known whether this was saved. Try again: it will not be done twice.`;
}

function plainSentence(status: number, isReading: boolean): string {
  if (isReading) {
    const what = status === 503 ? say`Sharebook is not answering right now.` : say`The request failed (${status}).`;
    return say`${what} Try again in a moment.`;
  }
  return status >= 500
    ? maybeSaved(say`Sharebook returned an error (${status})`)
    : say`The request was refused (${status}). Nothing was saved.`;
}

/** No response, a response that does not say whether the write happened, or a first attempt that is still running. */
export function isOutcomeUnknown(error: unknown): boolean {
  if (!(error instanceof HttpError)) return true;
  return error.status === 0 || error.status >= 500 || error.body.code === 'idempotency_in_flight';
}
