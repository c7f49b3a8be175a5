// Server data for react-admin: ra-data-simple-rest, with each resource under its own path, and the calls that are not CRUD.
import simpleRest from 'ra-data-simple-rest';
import type { CreateParams, DataProvider, GetManyParams, Identifier, RaRecord } from 'react-admin';
import { fetchFile, fetchJson, getJson, postJson } from './httpClient.ts';
import type { FetchOptions } from './httpClient.ts';
import { heads } from './resources/heads/heads.ts';

export interface CommandOptions {
  /** The key of the first attempt, when its response was lost. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

export interface ConsoleDataProvider extends DataProvider {
  /** A verb with consequences: `POST /api/<resource>/:id/<verb>`. */
  command<T>(resource: string, id: Identifier, verb: string, body: unknown, options?: CommandOptions): Promise<T>;
  read<T>(path: string, options?: { signal?: AbortSignal }): Promise<T>;
  send<T>(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, options?: CommandOptions): Promise<T>;
  /** Downloads a file with the session's token, which a plain link would not send. With a body, it is made by a POST. */
  download(path: string, body?: unknown): Promise<Blob>;
}

/** getMany puts ids into one address: with more than this it would be too long. */
const idsPerCall = 100;

/** `/api/messages/5?x` -> `/api/messaging/threads/5?x`; a list keeps the trailing slash of its declaration. */
function mappedUrl(url: string): string {
  const match = /^\/api\/([^/?]+)(\/[^?]*)?(\?.*)?$/.exec(url);
  const resource = heads.find(({ name }) => name === match?.[1]);
  if (!match || !resource) return url;
  const [, , rest = '', query = ''] = match;
  return rest === '' ? resource.path + query : resource.path.replace(/\/$/, '') + rest + query;
}

export function pathOf(resource: string, rest = ''): string {
  return mappedUrl(`/api/${resource}${rest}`);
}

/** A list's filter may name the day of its figures, a separate parameter: `filter={"as_of":…}` -> `as_of=…`. */
export function datedUrl(url: string): string {
  const [path = '', query] = url.split('?');
  const parameters = new URLSearchParams(query);
  const filter = parameters.get('filter');
  if (!filter?.includes('"as_of"')) return url;
  const { as_of, ...others } = JSON.parse(filter) as Record<string, unknown>;
  parameters.set('filter', JSON.stringify(others));
  parameters.set('as_of', String(as_of));
  return `${path}?${parameters.toString()}`;
}

/** The total of a list of which more rows match than are counted (`Content-Range: … /*`). */
export const UNCOUNTED = 1e12;

const rest = simpleRest('/api', async (url: string, options: FetchOptions = {}) => {
  const answer = await fetchJson(datedUrl(mappedUrl(url)), options);
  const range = answer.headers.get('content-range');
  if (!range?.endsWith('/*')) return answer;
  const headers = new Headers(answer.headers);
  headers.set('content-range', `${range.slice(0, -1)}${UNCOUNTED}`);
  return { ...answer, headers };
});

export const dataProvider: ConsoleDataProvider = {
  ...rest,
  supportAbortSignal: true,

  async getMany<R extends RaRecord>(resource: string, params: GetManyParams) {
    const batches: Identifier[][] = [];
    for (let at = 0; at < params.ids.length; at += idsPerCall) batches.push(params.ids.slice(at, at + idsPerCall));
    const answers = await Promise.all(batches.map((ids) => rest.getMany<R>(resource, { ...params, ids })));
    return { data: answers.flatMap((answer) => answer.data) };
  },

  async create<T extends Omit<RaRecord, 'id'>, R extends RaRecord>(resource: string, params: CreateParams<T>) {
    if (resource !== 'documents') return rest.create<T, R>(resource, params);
    const options = (params.meta ?? {}) as CommandOptions;
    const init = { method: 'POST', body: formOf(params.data), ...options };
    const { json } = await fetchJson(pathOf(resource, '/upload'), init);
    return { data: json as R };
  },

  command: (resource, id, verb, body, options = {}) =>
    postJson(pathOf(resource, `/${encodeURIComponent(id)}/${verb}`), body, options),

  read: (path, options = {}) => getJson(path, options),

  async send<T>(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, options: CommandOptions = {}) {
    const init: FetchOptions = { method, ...options };
    if (body instanceof FormData) init.body = body;
    else if (body !== undefined) init.body = JSON.stringify(body);
    return (await fetchJson(path, init)).json as T;
  },

  download: (path, body) =>
    body === undefined ? fetchFile(path) : fetchFile(path, { method: 'POST', body: JSON.stringify(body) }),
};

function formOf(data: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(data)) {
    if (value instanceof File) form.append(name, value, value.name);
    else if (Array.isArray(value)) form.append(name, JSON.stringify(value));
    else if (value !== undefined && value !== null && value !== '') form.append(name, String(value));
  }
  return form;
}
