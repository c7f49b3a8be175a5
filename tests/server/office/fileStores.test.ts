import { createRequire } from 'node:module';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { v7 } from 'uuid';
import { chooseFileStore } from '#server/providers/files/fileStore.ts';
import type { FileStore } from '#server/providers/files/fileStore.ts';

interface S3Server {
  run(): Promise<AddressInfo>;
  close(): Promise<void>;
}
const S3rver = createRequire(import.meta.url)('s3rver') as new (options: object) => S3Server;

const folder = mkdtempSync(join(tmpdir(), 'sharebook-stores-'));
const s3 = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: join(folder, 's3'),
  configureBuckets: [{ name: 'papers' }],
});
const stores = {} as Record<'disk' | 's3', FileStore>;
beforeAll(async () => {
  const { port } = await s3.run();
  stores.disk = await chooseFileStore(readConfig({ DATA_DIR: folder }));
  stores.s3 = await chooseFileStore(
    readConfig({
      DATA_DIR: folder,
      FILES_DRIVER: 's3',
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_REGION: 'us-east-1',
      S3_BUCKET: 'papers',
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    }),
  );
});
afterAll(async () => {
  await s3.close();
  rmSync(folder, { recursive: true, force: true });
});
const newKey = () => `${v7()}/${v7()}`;

describe.each(['disk', 's3'] as const)('the %s store', (driver) => {
  it('returns the bytes it was given, whatever they are', async () => {
    for (const bytes of [Buffer.from('Grüße'), Buffer.from([0, 255, 13, 10, 0]), Buffer.alloc(3_000_000, 7)]) {
      const key = newKey();
      await stores[driver].put(key, bytes, 'application/pdf');
      expect((await stores[driver].get(key)).equals(bytes)).toBe(true);
    }
  });
  it('keeps two keys apart, and replaces what a key had', async () => {
    const [one, two] = [newKey(), newKey()];
    await stores[driver].put(one, Buffer.from('one'), 'text/plain');
    await stores[driver].put(two, Buffer.from('two'), 'text/plain');
    await stores[driver].put(one, Buffer.from('again'), 'text/plain');
    expect([String(await stores[driver].get(one)), String(await stores[driver].get(two))]).toEqual(['again', 'two']);
  });
  it('refuses to read a missing key, and removes it without an error', async () => {
    const key = newKey();
    await expect(stores[driver].get(key)).rejects.toThrow(/ENOENT|does not exist/);
    await stores[driver].remove(key);
    await stores[driver].put(key, Buffer.from('x'), 'text/plain');
    await stores[driver].remove(key);
    await expect(stores[driver].get(key)).rejects.toThrow(/ENOENT|does not exist/);
  });
  it('refuses a key that is not two ids of ours', async () => {
    for (const key of ['../../etc/passwd', '/etc/passwd', 'a/b', `${newKey()}/x`, '', `${v7()}/../${v7()}`])
      await expect((async () => stores[driver].put(key, Buffer.from('x'), 'text/plain'))()).rejects.toThrow('two ids');
  });
  it('handles twenty files at once', async () => {
    const keys = Array.from({ length: 20 }, newKey);
    await Promise.all(keys.map((key) => stores[driver].put(key, Buffer.from(key), 'text/plain')));
    expect((await Promise.all(keys.map((key) => stores[driver].get(key)))).map(String)).toEqual(keys);
  });
});

it('the stores leave no half-written file', () => {
  const names = readdirSync(join(folder, 'files'), { recursive: true }).map(String);
  expect(names.filter((name) => name.endsWith('.part'))).toEqual([]);
});
