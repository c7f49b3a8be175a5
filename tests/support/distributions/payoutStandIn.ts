// A payments company behind the http driver of payouts, over real HTTP. It loses calls and answers, and calls back late, twice
// and in another order, as chance says.
import { createHmac, createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Row } from '#server/db/database.ts';

interface Taken {
  head: Row;
  file: Buffer | null;
}
interface Event {
  batch_id: string;
  payment_id: string;
  status: 'completed' | 'failed' | 'returned';
  reference?: string;
  reason?: string;
}

export interface PayoutStandIn {
  url: string;
  secret: string;
  batches: Map<string, Taken>;
  /** What it knows of each batch, in the order in which it happened. */
  events: Map<string, Event[]>;
  /** Calls whose signature was wrong. */
  unsigned: number;
  /** Between 0 and 1: how often a call fails before or after it was carried out. */
  faultRate: number;
  /** Headers of a signed callback. */
  signed: typeof signedCallback;
  close(): Promise<void>;
}

export const SECRET = 'a payout secret of thirty-two bytes';
const CALLBACK = '/api/payout-events';

/** Headers of a signed callback, worked out as docs/payouts.md says. */
export function signedCallback(
  body: string,
  { at = new Date(), path = CALLBACK, secret = SECRET }: { at?: Date; path?: string; secret?: string } = {},
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  return {
    'content-type': 'application/json',
    'x-sharebook-timestamp': timestamp,
    'x-sharebook-signature': signature(secret, timestamp, 'POST', path, Buffer.from(body)),
  };
}

export async function startPayoutStandIn(random: () => number): Promise<PayoutStandIn> {
  const standIn: PayoutStandIn = {
    url: '',
    secret: SECRET,
    batches: new Map(),
    events: new Map(),
    unsigned: 0,
    faultRate: 0,
    signed: signedCallback,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      if (body === null) return;
      if (random() < standIn.faultRate) return void request.socket.destroy();
      const answer = carriedOut(standIn, request, body);
      // Carried out, but the answer is lost.
      if (random() < standIn.faultRate) return void request.socket.destroy();
      send(response, answer);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  standIn.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return standIn;
}

function carriedOut(standIn: PayoutStandIn, request: IncomingMessage, body: Buffer): [number, unknown] {
  const [path, timestamp] = [request.url!, String(request.headers['x-sharebook-timestamp'])];
  const right = signature(standIn.secret, timestamp, request.method!, path, body);
  if (request.headers['x-sharebook-signature'] !== right) {
    standIn.unsigned += 1;
    return [401, {}];
  }
  const [, id, what] = /^\/batches\/([\w-]+)(?:\/(\w+))?$/.exec(path) ?? [];
  if (!id) return [404, {}];
  if (request.method === 'GET' && what === 'results') return [200, { events: standIn.events.get(id) ?? [] }];
  const taken = standIn.batches.get(id) ?? { head: {}, file: null };
  if (what === 'file') taken.file = body;
  else taken.head = JSON.parse(body.toString()) as Row;
  standIn.batches.set(id, taken);
  return [204, null];
}

function signature(secret: string, timestamp: string, method: string, path: string, body: Buffer): string {
  const hash = createHash('sha256').update(body).digest('hex');
  return createHmac('sha256', secret).update([timestamp, method, path, hash].join('\n')).digest('hex');
}

async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  const pieces: Buffer[] = [];
  try {
    for await (const piece of request) pieces.push(piece as Buffer);
  } catch {
    return null;
  }
  return Buffer.concat(pieces);
}

function send(response: ServerResponse, [status, answer]: [number, unknown]) {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(answer === null ? undefined : JSON.stringify(answer));
}
