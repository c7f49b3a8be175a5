// The real console with a fake server in memory behind `fetch`.
import { cleanup, render } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { Console } from '#src/admin/Console.tsx';
import { withAccess } from '#src/admin/session/consoleAuth.ts';
import { authProvider } from '#src/auth/authProvider.ts';
import { saveSession } from '#src/auth/session.ts';
import type { SessionUser } from '#src/auth/sessionUser.ts';
import { consoleRoutes } from '#src/consoleRoutes.tsx';
import { dataProvider } from '#src/dataProvider.ts';
import { ConsoleNotFound } from '#src/pages/ConsoleNotFound.tsx';
import { resources } from '#src/resources/index.ts';
import { fakeAnswer } from '../fakeAnswer.ts';
import type { Answer } from '../fakeAnswer.ts';

export interface Call {
  method: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
  headers: Headers;
}
type AnswerOrHandler = Answer | ((call: Call) => Answer | Promise<Answer>);

export interface Server {
  calls: Call[];
  callsTo(method: string, path: string): Call[];
  /** Sets the answer to a call such as `GET /api/…` from now on. It takes precedence over `rows`. */
  answer(call: string, answer: AnswerOrHandler): void;
  /** The rows of a declared resource. */
  rows: Record<string, Array<Record<string, unknown> & { id: string }>>;
}

export const mara: SessionUser = {
  id: 'account-1',
  email: 'mara@acme.example',
  first_name: 'Mara',
  last_name: 'Lind',
  account_type: 'client',
  role: 'owner',
  client_name: 'acme',
  client_display_name: 'Acme, Inc.',
  membership_status: 'active',
  time_zone: 'UTC',
  currency: 'USD',
};

/** The membership of a user in their company, as `GET /api/auth/me` lists it. */
export const membershipOf = (
  { client_name, client_display_name, role }: Pick<SessionUser, 'client_name' | 'client_display_name' | 'role'>,
  extra: object = {},
) => ({ client_name, client_display_name, role, status: 'active', shareholder_id: null, ...extra });

export function useServer(): Server {
  const answers = new Map<string, AnswerOrHandler>();
  const faults: string[] = [];
  const server: Server = {
    calls: [],
    callsTo: (method, path) => server.calls.filter((call) => call.method === method && call.path === path),
    answer: (call, answer) =>
      void answers.set(call, typeof answer === 'function' ? answer : fakeAnswer(call, answer, faults)),
    rows: {},
  };
  beforeEach(() => {
    answers.clear();
    faults.length = 0;
    server.calls.length = 0;
    server.rows = {};
    localStorage.clear();
    sessionStorage.clear();
    vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
      const call = callOf(input, init);
      if (!isAnnounced(call)) server.calls.push(call);
      const name = `${call.method} ${call.path}`;
      const configured = answers.get(name) ?? ((given: Call) => defaultAnswer(server, given));
      const answer = typeof configured === 'function' ? fakeAnswer(name, await configured(call), faults) : configured;
      return responseOf(answer, call);
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    cleanup();
    expect(faults, 'Answers that the server would never give').toEqual([]);
  });
  return server;
}

function callOf(input: string, init: RequestInit): Call {
  const url = new URL(input, 'http://localhost');
  return {
    method: init.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : init.body,
    headers: new Headers(init.headers),
  };
}

/** A form says by itself that it is open; that is no act of a person. */
const isAnnounced = ({ method, path }: Call) => method === 'POST' && path.endsWith('/editing');

function defaultAnswer(server: Server, call: Call): Answer {
  if (call.path === '/api/auth/me') {
    const user = JSON.parse(localStorage.getItem('user') ?? '{}') as SessionUser;
    return { json: { user, memberships: [], active: user.client_name } };
  }
  if (call.path === '/api/auth/factors')
    return {
      json: { sms: { phone_last4: '0100', is_on: true }, totp: null, passkeys: [], recovery_codes_left: 0 },
    };
  if (isAnnounced(call)) return { status: 204 };
  if (call.path.endsWith('/editing')) return { json: [] };
  if (call.path === '/api/notices/preferences' || call.path === '/api/views') return { json: [] };
  // No spreadsheet waits.
  if (call.path === '/api/sheets' && call.method === 'GET') return { json: [] };
  if (call.path === '/api/organization')
    return { json: { client_display_name: 'Acme, Inc.', country: 'US', currency: 'USD', is_sample: false } };
  const resource = resources.find(({ path }) => call.path.replace(/\/?$/, '/').startsWith(path.replace(/\/?$/, '/')));
  if (!resource || call.method !== 'GET') return { status: 404, json: { detail: 'Not found.' } };
  const rows = server.rows[resource.name] ?? [];
  const rest = call.path.slice(resource.path.replace(/\/$/, '').length).replaceAll('/', '');
  if (rest === '') return { json: rows };
  if (rest === 'totals' && resource.totals) return { json: [] };
  const row = rows.find(({ id }) => id === rest);
  return row ? { json: row } : { status: 404, json: { detail: 'Not found.' } };
}

function responseOf({ status = 200, json, total }: Answer, call: Call): Response {
  const headers = new Headers({ 'Content-Type': 'application/json' });
  if (Array.isArray(json))
    headers.set('Content-Range', `${call.path} 0-${Math.max(0, json.length - 1)}/${total ?? json.length}`);
  return new Response(json === undefined ? null : JSON.stringify(json), { status, headers });
}

/** Opens the console at an address under /app. */
export function openConsole(path: string, user: Partial<SessionUser> = {}) {
  saveSession({ access_token: 'token-1', user: { ...mara, ...user } });
  return render(
    <MemoryRouter initialEntries={[path]}>
      <Routes>
        <Route
          path="/app/*"
          element={
            <Console
              dataProvider={dataProvider}
              authProvider={withAccess(authProvider)}
              notFound={ConsoleNotFound}
              routes={consoleRoutes}
            />
          }
        />
      </Routes>
    </MemoryRouter>,
  );
}
