// Files that cost more to read than they look like. While one is read, everybody else must be answered.
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { watchOwnTime } from '#tests/support/time/computed.ts';
import { multipart } from '#tests/support/given.ts';
import { signUpCompany } from '#tests/support/people.ts';
import type { Person } from '#tests/support/people.ts';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
let owner: Person;
let health = '';
beforeAll(async () => {
  owner = await signUpCompany(server);
  await server.app.server.listen({ host: '127.0.0.1', port: 0 });
  health = `http://127.0.0.1:${(server.app.server.server.address() as AddressInfo).port}/api/health`;
});

const MB = 1_000_000;
const pdf = (...parts: (string | Buffer)[]) =>
  Buffer.concat(['%PDF-1.7\n', ...parts, '\n%%EOF\n'].map((part) => Buffer.from(part as string)));
const bytes = (length: number, content: string) => Buffer.alloc(length, content, 'latin1');
/** A packed stream of many bytes without content. */
const nothing = () => {
  const [head, empty] = [Buffer.from([0x78, 0x01]), Buffer.from([0, 0, 0, 0xff, 0xff])];
  return Buffer.concat([head, Buffer.alloc(15 * MB, empty)]);
};

/** Each is read in a process of its own, so a few kinds show that others are answered meanwhile. */
const HEAVY: [string, () => Buffer][] = [
  ['a text of nothing but escapes', () => pdf('1 0 obj(', bytes(24 * MB, '\\'), ')')],
  ['objects without anything in them', () => pdf('1 0 obj '.repeat(3 * MB))],
  ['a million brackets', () => pdf('1 0 obj', bytes(MB, '['))],
  ['a million filters', () => pdf('1 0 obj<</Filter[', bytes(20 * MB, '/ab'), ']>>')],
  [
    'a packed stream that says nothing',
    () => pdf('1 0 obj<</Type/ObjStm/N 1/First 4/Filter/FlateDecode>>stream\n', nothing(), '\nendstream'),
  ],
];

describe('while somebody uploads a PDF of 25 MB made of', () => {
  it.each(HEAVY)('%s, others are answered within half a second of its computing time', async (_what, file) => {
    const { body, options } = multipart({ name: 'paper.pdf', bytes: file() });
    let isRead = false;
    const reply = owner.post('/api/documents/upload', body, options).finally(() => (isRead = true));
    let longest = 0;
    do {
      const waited = watchOwnTime();
      expect((await fetch(health)).status).toBe(200);
      longest = Math.max(longest, waited());
      // oxlint-disable-next-line no-unmodified-loop-condition -- `finally` modifies it.
    } while (!isRead);
    const { status } = await reply;
    expect([201, 422]).toContain(status);
    expect(longest).toBeLessThan(500);
  });
});
