// Listens to GET /api/changes as an open console does.
import type { AddressInfo } from 'node:net';
import type { Row } from '#server/db/database.ts';
import type { Person } from '../people.ts';
import type { TestServer } from '../testServer.ts';

export interface Heard {
  id: string;
  event: string;
  data: Row;
}

export interface Stream {
  status: number;
  headers: Record<string, unknown>;
  /** All events so far. */
  heard: Heard[];
  isOver(): boolean;
  close(): void;
}

/** Opens the stream, over a connection; its events arrive in `heard`. */
export async function listen(
  server: TestServer,
  { token }: Pick<Person, 'token'>,
  headers: Record<string, string> = {},
): Promise<Stream> {
  const { server: app } = server.app;
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const connection = new AbortController();
  const reply = await fetch(`http://127.0.0.1:${port}/api/changes`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
    signal: connection.signal,
  });
  const heard: Heard[] = [];
  let isOver = false;
  void read(reply, heard).finally(() => (isOver = true));
  return {
    status: reply.status,
    headers: Object.fromEntries(reply.headers),
    heard,
    isOver: () => isOver,
    close: () => connection.abort(),
  };
}

async function read({ body }: Response, heard: Heard[]): Promise<void> {
  let text = '';
  try {
    for await (const chunk of body!.pipeThrough(new TextDecoderStream())) {
      const parts = (text + chunk).split('\n\n');
      text = parts.pop()!;
      for (const part of parts) {
        const lines = Object.fromEntries(part.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2)));
        if (lines.event) heard.push({ id: lines.id!, event: lines.event, data: JSON.parse(lines.data!) as Row });
      }
    }
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
  }
}

/** The ids of a list that a stream has named so far. */
export const named =
  ({ heard }: Stream, resource: string) =>
  (): unknown[] =>
    heard.filter(({ event, data }) => event === 'change' && data.resource === resource).flatMap(({ data }) => data.ids);
