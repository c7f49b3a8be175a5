// A zip written piece by piece: what goes in is inflated for a moment only, what comes out is the packed bytes.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Writable } from 'node:stream';
import yazl from 'yazl';

export interface Written {
  path: string;
  /** Of the unpacked bytes, in hex. */
  md5: string;
  sha256: string;
  size: number;
}

/** Entries carry `at` as their time, so that equal contents make equal bytes. */
export class ZipWriter {
  readonly #zip = new yazl.ZipFile();
  readonly #chunks: Buffer[] = [];
  readonly #at: Date;
  readonly #whole: Promise<Buffer>;
  /** `into`: where the packed bytes go; without it they are collected. */
  constructor(at: Date, into?: Writable) {
    this.#at = at;
    this.#whole = new Promise((resolve, reject) => {
      this.#zip.on('error', reject);
      const out = this.#zip.outputStream.on('error', reject);
      if (into)
        out
          .pipe(into)
          .on('error', reject)
          .on('close', () => resolve(Buffer.alloc(0)));
      else
        out
          .on('data', (chunk: Buffer) => this.#chunks.push(chunk))
          .on('end', () => resolve(Buffer.concat(this.#chunks)));
    });
    this.#whole.catch(() => undefined);
  }

  /** Done when the last piece is packed. */
  async add(path: string, pieces: Iterable<string | Buffer> | AsyncIterable<string | Buffer>): Promise<Written> {
    const [md5, sha256] = [createHash('md5'), createHash('sha256')];
    let size = 0;
    async function* counted() {
      for await (const piece of pieces) {
        const bytes = Buffer.from(piece as string);
        md5.update(bytes);
        sha256.update(bytes);
        size += bytes.length;
        yield bytes;
      }
    }
    const stream = Readable.from(counted(), { objectMode: false });
    const packed = new Promise<void>((resolve, reject) => {
      stream.once('end', resolve).once('error', reject);
      this.#zip.addReadStream(stream, path, { mtime: this.#at, mode: 0o100644 });
    });
    // Where the bytes can go no further, the piece would wait for ever.
    await Promise.race([packed, this.#whole]);
    return { path, md5: md5.digest('hex'), sha256: sha256.digest('hex'), size };
  }

  /** The whole zip, empty where it went elsewhere. */
  async end(): Promise<Buffer> {
    this.#zip.end();
    return this.#whole;
  }
}
