// The fake environment of the account screens: a server with given answers, and a browser that records its navigations.
import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { fakeAnswer } from '../fakeAnswer.ts';

interface Call {
  method: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
  headers: Headers;
}

type Answer =
  | { status?: number; json?: unknown; headers?: Record<string, string> }
  | 'unreachable'
  | Promise<{ status?: number; json?: unknown; headers?: Record<string, string> }>;

export interface Browser {
  calls: Call[];
  /** Calls of one path, in order. */
  callsOf(path: string): Call[];
  /** Sets the answer to a call such as `POST /api/…` from now on. */
  answer(call: string, answer: Answer | ((call: Call) => Answer)): void;
  /** The addresses to which the browser was sent. */
  visited: string[];
  /** Opens an address before a screen is rendered. */
  at(path: string): void;
}

export function useBrowser(): Browser {
  const answers = new Map<string, Answer | ((call: Call) => Answer)>();
  const faults: string[] = [];
  const browser: Browser = {
    calls: [],
    callsOf: (path) => browser.calls.filter((call) => call.path === path),
    answer: (call, answer) => void answers.set(call, answer),
    visited: [],
    at: (path) =>
      (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(`http://localhost${path}`),
  };

  beforeEach(() => {
    answers.clear();
    faults.length = 0;
    answers.set('GET /api/config', { json: { demo: null } });
    browser.calls.length = 0;
    browser.visited.length = 0;
    localStorage.clear();
    sessionStorage.clear();
    browser.at('/login');
    history.replaceState(null, '');
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    vi.spyOn(window.location, 'assign').mockImplementation((url) => void browser.visited.push(String(url)));
    vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
      const url = new URL(input, 'http://localhost');
      const call: Call = {
        method: init.method ?? 'GET',
        path: url.pathname,
        query: url.searchParams,
        body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined,
        headers: new Headers(init.headers),
      };
      browser.calls.push(call);
      const configured = answers.get(`${call.method} ${call.path}`) ?? { status: 404, json: { detail: 'Not found.' } };
      const given = await (typeof configured === 'function' ? configured(call) : configured);
      if (given === 'unreachable') throw new TypeError('Failed to fetch');
      const answer = fakeAnswer(`${call.method} ${call.path}`, given, faults);
      return new Response(answer.json === undefined ? null : JSON.stringify(answer.json), {
        status: answer.status ?? 200,
        headers: answer.headers ?? {},
      });
    });
  });

  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    cleanup();
    expect(faults, 'Answers that the server would never give').toEqual([]);
  });

  return browser;
}

export const ada = {
  id: 'u1',
  email: 'ada@northwind.example',
  first_name: 'Ada',
  last_name: 'Marsh',
  account_type: 'client',
  role: 'owner',
  client_name: 'northwind',
  client_display_name: 'Northwind Robotics, Inc.',
  membership_status: 'active',
};

export const adasSession = { access_token: 'token-of-ada', user: ada };

/** An answer that the test releases later, so that it can check the busy state first. */
export function later(): {
  answer: Promise<{ status?: number; json?: unknown; headers?: Record<string, string> }>;
  arrive: (json: unknown, status?: number) => void;
} {
  let arrive: (json: unknown, status?: number) => void = () => undefined;
  const answer = new Promise<{ status?: number; json?: unknown; headers?: Record<string, string> }>((resolve) => {
    arrive = (json, status = 200) => resolve({ status, json });
  });
  return { answer, arrive };
}
