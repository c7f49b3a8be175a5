// Any bank or payments company behind a small adapter (docs/payouts.md): signed calls, each of which may be repeated.
import { Readable } from 'node:stream';
import { z } from 'zod';
import { payoutEvent } from './payoutProvider.ts';
import type { PayoutProvider } from './payoutProvider.ts';
import { hashOf, signedHeaders } from './signature.ts';

const TIMEOUT_MS = 5000;
const FILE_TIMEOUT_MS = 300_000;
const ANSWER_MAX = 64 * 1024 * 1024;
const results = z.object({ events: z.array(payoutEvent) });

export function httpProvider({ url, secret }: { url: string; secret: string }, now: () => Date): PayoutProvider {
  const base = url.replace(/\/$/, '');
  const call = async (method: string, path: string, hash: string, rest: RequestInit, milliseconds: number) => {
    const address = new URL(`${base}${path}`);
    const headers = {
      ...rest.headers,
      ...signedHeaders(secret, now(), { method, path: address.pathname, sha256: hash }),
    };
    const signal = AbortSignal.timeout(milliseconds);
    const response = await fetch(address, { ...rest, method, headers, redirect: 'error', signal });
    if (response.ok) return response;
    await response.body?.cancel();
    throw new Error(`The provider answered ${response.status}.`);
  };
  const done = async (answer: Promise<Response>) => void (await (await answer).body?.cancel());
  return {
    async submit(batch, file) {
      const path = `/batches/${batch.id}`;
      const body = JSON.stringify(batch);
      const json = { body, headers: { 'content-type': 'application/json' } };
      await done(call('PUT', path, hashOf(Buffer.from(body)), json, TIMEOUT_MS));
      const stream = {
        body: Readable.toWeb(Readable.from(file)) as ReadableStream,
        duplex: 'half' as const,
        headers: { 'content-type': 'application/octet-stream' },
      };
      await done(call('PUT', `${path}/file`, batch.sha256, stream, FILE_TIMEOUT_MS));
    },
    async results(batchId) {
      const nothing = hashOf(Buffer.alloc(0));
      const answer = await call('GET', `/batches/${batchId}/results`, nothing, {}, TIMEOUT_MS);
      return results.parse(JSON.parse(await textOf(answer))).events;
    },
  };
}

async function textOf(answer: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of answer.body as AsyncIterable<Uint8Array>) {
    size += piece.length;
    if (size > ANSWER_MAX) throw new Error('The provider’s answer is longer than 64 MB.');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}
