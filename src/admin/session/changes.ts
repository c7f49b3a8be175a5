// Shows what others change, while it happens: follows GET /api/changes and reads again what is open. One tab of a browser has the
// stream and tells the others. Loaded after the first screen.
import type { QueryClient } from '@tanstack/react-query';
import { readToken } from '#src/auth/session.ts';
import { heads } from '#src/resources/heads/heads.ts';
import { editPath } from '../paths.ts';
import type { Ending } from './SessionEnding.tsx';
import { editingKey } from './useEditing.ts';

const NAME = 'sharebook-changes';
/** What comes together is read together. */
const TOGETHER_MS = 250;
const RETRY_MS = { first: 1_000, most: 60_000 };
/** By then it is known which tab has the stream. */
const BEGUN_MS = 500;

interface Told {
  event: string;
  data: { resource?: string; ids?: string[] | null; id?: string } & Partial<Ending>;
}

/** Out: what stops it. */
export function followChanges(client: QueryClient): () => void {
  const over = new AbortController();
  const others = new BroadcastChannel(NAME);
  const show = showing(client);
  others.onmessage = ({ data }: MessageEvent<Told>) => show(data);
  const tell = (told: Told) => {
    show(told);
    others.postMessage(told);
  };
  let isFollowing = false;
  const follow = () => {
    isFollowing = true;
    return following(over.signal, tell);
  };
  // Held until this tab closes; then another tab gets it.
  const held = navigator.locks ? navigator.locks.request(NAME, { signal: over.signal }, follow) : follow();
  // Another tab has the stream and tells nothing of what was there before this one listened.
  setTimeout(() => isFollowing || over.signal.aborted || show({ event: 'reset', data: {} }), BEGUN_MS);
  held.catch((error: unknown) => over.signal.aborted || console.error('Changes are not followed', error));
  return () => {
    over.abort();
    others.close();
  };
}

async function following(over: AbortSignal, tell: (told: Told) => void): Promise<void> {
  let [last, pause] = ['', RETRY_MS.first];
  while (!over.aborted) {
    const token = readToken();
    const answer = token && (await open(token, last, over));
    // The session has ended, or this server knows no changes: the next request of a person says so.
    if (answer && !answer.ok && answer.status < 500 && answer.status !== 429) last = '';
    if (answer && answer.ok)
      for await (const { id, ...told } of eventsOf(answer, over)) {
        if (told.event === 'end') last = '';
        else last = id;
        pause = RETRY_MS.first;
        tell(told);
      }
    await waited(pause, over);
    pause = Math.min(pause * 2, RETRY_MS.most);
  }
}

const open = (token: string, last: string, signal: AbortSignal): Promise<Response | null> =>
  fetch('/api/changes', {
    headers: { Authorization: `Bearer ${token}`, ...(last && { 'Last-Event-ID': last }) },
    signal,
  }).catch(() => null);

async function* eventsOf({ body }: Response, over: AbortSignal): AsyncGenerator<Told & { id: string }> {
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const parts = (text + read.value).split('\n\n');
      text = parts.pop()!;
      for (const part of parts) {
        const [, id = '', event, data] = /^id: (.*)\nevent: (.*)\ndata: (.*)$/.exec(part) ?? [];
        if (event && data) yield { id, event, data: JSON.parse(data) as Told['data'] };
      }
    }
  } catch (error) {
    // The connection is away; it is opened again.
    if (!over.aborted) console.warn('The stream of changes broke off', error);
  }
}

const waited = (milliseconds: number, over: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    over.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });

/** Reads again what is open and shows such records. A form that is being filled in is left alone. */
function showing(client: QueryClient): (told: Told) => void {
  let changed = new Map<string, Set<string> | null>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasBegun = false;
  const show = () => {
    const now = changed;
    [changed, timer] = [new Map(), undefined];
    const paths = heads.filter(({ name }) => now.has(name)).map(({ path }) => path.replace(/\/$/, ''));
    const others = heads.filter(({ name }) => !now.has(name)).map(({ path }) => path.replace(/\/$/, ''));
    void client.invalidateQueries({
      predicate: ({ queryKey: [first, second, third] }) => {
        if (first === 'read') return isOf(second, paths) || (typeof second === 'string' && !isOf(second, others));
        const ids = now.get(String(first));
        if (ids === undefined) return false;
        const id = second === 'getOne' ? String((third as { id?: unknown } | undefined)?.id) : null;
        if (id === null) return true;
        return (ids === null || ids.has(id)) && location.pathname !== editPath(String(first), id);
      },
    });
  };
  return ({ event, data }) => {
    const { resource, ids, id } = data;
    if (/^(ending|kept|end)$/.test(event))
      void import('./SessionEnding.tsx').then(({ showEnding }) => showEnding(data));
    if (event === 'editing') void client.invalidateQueries({ queryKey: editingKey(resource!, id!) });
    // Who began before the stream did was not told.
    if (event === 'ready' || event === 'reset') void client.invalidateQueries({ queryKey: editingKey() });
    // The page was read before: what somebody changed in between was not told.
    const isFirst = event === 'ready' && !hasBegun;
    hasBegun ||= event === 'ready' || event === 'reset';
    if (event === 'reset' || isFirst) for (const { name } of heads) changed.set(name, null);
    else if (event === 'change' && resource) {
      const known = changed.get(resource);
      changed.set(resource, ids && known !== null ? new Set([...(known ?? []), ...ids]) : null);
    } else return;
    timer ??= setTimeout(show, TOGETHER_MS);
  };
}

const isOf = (path: unknown, paths: readonly string[]) =>
  typeof path === 'string' &&
  paths.some((each) => path === each || path.startsWith(`${each}/`) || path.startsWith(`${each}?`));
