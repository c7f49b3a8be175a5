// People who send a byte now and then hold a connection that others need, so they are cut off. Most of these cases
// wait, so they wait at the same time.
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useTestServer } from '#tests/support/testServer.ts';

const server = useTestServer();
const sockets: Socket[] = [];
let port = 0;
beforeAll(async () => {
  await server.app.server.listen({ host: '127.0.0.1', port: 0 });
  port = (server.app.server.server.address() as AddressInfo).port;
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
});

/** Sends the beginning, then a byte every five seconds. Returns how many bytes it sent until the connection was closed. */
function dripping(beginning: string): Promise<number> {
  let sent = 0;
  const socket = connect(port, '127.0.0.1', () => socket.write(beginning));
  sockets.push(socket);
  const drip = setInterval(() => {
    if (socket.destroyed) return;
    sent += 1;
    socket.write('x');
  }, 5000);
  return new Promise((resolve) => {
    socket.on('error', () => undefined);
    socket.on('data', () => undefined);
    socket.on('close', () => {
      clearInterval(drip);
      resolve(sent);
    });
  });
}

it.concurrent(
  '300 senders of a byte every five seconds are cut off before their fifth byte, and others are answered meanwhile',
  async () => {
    const heads = Array.from({ length: 200 }, () => dripping('GET /api/health HTTP/1.1\r\nHost: x\r\nX-Slow: '));
    const bodies = Array.from({ length: 60 }, () =>
      dripping(
        'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{',
      ),
    );
    const uploads = Array.from({ length: 40 }, () =>
      dripping(
        'POST /api/documents/upload HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 90000\r\n\r\n--b\r\n',
      ),
    );
    const slow = Promise.all([...heads, ...bodies, ...uploads]);
    expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(200);
    // Counted in bytes: where the machine is busy, the senders are late too.
    expect(Math.max(...(await slow))).toBeLessThan(5);
  },
);

it.concurrent('a sender who pauses for ten seconds is accepted, and one who sends nothing more gets 408', async () => {
  const head = `POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900000\r\n\r\n`;
  const answers = [300_000, 900_000].map((toSend) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${head}${' '.repeat(1000)}`));
    sockets.push(socket);
    setTimeout(() => socket.write(' '.repeat(toSend - 1000)), 10_000);
    return new Promise<string>((resolve, reject) => {
      socket.once('data', (chunk: Buffer) => resolve(chunk.toString())).once('error', reject);
    });
  });
  const [stopped, whole] = await Promise.all(answers);
  expect(stopped).toMatch(/^HTTP\/1\.1 408 [^]*too slowly/);
  expect(whole).toMatch(/^HTTP\/1\.1 4(?!08)\d\d /);
});

it.concurrent('a body that arrives slowly, for more than ten seconds, is accepted', async () => {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  const body = JSON.stringify({ email: 'a@example.com', password: 'x'.repeat(14_000) });
  socket.write(
    `POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  const answer = new Promise<string>((resolve) => socket.once('data', (chunk: Buffer) => resolve(chunk.toString())));
  for (let at = 0; at < body.length; at += 2000) {
    socket.write(body.slice(at, at + 2000));
    await new Promise((resolve) => setTimeout(resolve, 1600));
  }
  expect(await answer).toMatch(/^HTTP\/1\.1 4\d\d /);
});

it('a connection on which many requests wait for their answers is cut off, and no other', async () => {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()).on('error', () => undefined));
  socket.resume().write('GET /api/ready HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(200));
  await ended;
  expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(200);
});

it('no timeout ends a whole request: 25 MB take 67 seconds on a line of 3 Mbit/s', () => {
  expect(server.app.server.server.requestTimeout).toBe(0);
});
