// The S3 driver; loaded only for FILES_DRIVER=s3, because the client is large.
import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { AppError } from '#src/domain/errors.ts';
import { checkedKey } from './fileStore.ts';
import type { FileStore } from './fileStore.ts';

interface S3Settings {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** The time after which an unresponsive store counts as down: for a small file, plus a part for each MiB. */
const ANSWER_MS = 5000;
const MIB_MS = 1000;
const LARGEST_MIB = 25;

export function s3Store({ endpoint, region, bucket, accessKeyId, secretAccessKey }: S3Settings): FileStore {
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 2000, socketTimeout: ANSWER_MS },
    credentials: { accessKeyId, secretAccessKey },
  });
  return {
    async put(key, bytes, contentType) {
      const command = new PutObjectCommand({
        Bucket: bucket,
        Key: checkedKey(key),
        Body: bytes,
        ContentType: contentType,
      });
      await within(bytes.length / 1024 ** 2, (abortSignal) => client.send(command, { abortSignal }));
    },
    async get(key) {
      const command = new GetObjectCommand({ Bucket: bucket, Key: checkedKey(key) });
      return within(LARGEST_MIB, async (whole) => {
        const answer = await beginning(whole, (abortSignal) => client.send(command, { abortSignal }));
        return Buffer.from(await answer.Body!.transformToByteArray());
      });
    },
    async remove(key) {
      const command = new DeleteObjectCommand({ Bucket: bucket, Key: checkedKey(key) });
      await within(0, (abortSignal) => client.send(command, { abortSignal }));
    },
  };
}

/**
 * The limit over all attempts: a request that has not begun to answer by then will not. The transfer has the total
 * time.
 */
async function beginning<T>(whole: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), ANSWER_MS);
  try {
    return await work(AbortSignal.any([whole, silence.signal]));
  } finally {
    clearTimeout(timer);
  }
}

/** Refuses: files_unavailable (503) for every failure of the store; a missing file has its own answer. */
async function within<T>(mebibytes: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  try {
    return await work(AbortSignal.timeout(Math.ceil(ANSWER_MS + mebibytes * MIB_MS)));
  } catch (cause) {
    if (cause instanceof NoSuchKey) throw cause;
    throw new AppError('files_unavailable', 'The file store does not answer at this moment. Please try again.', {
      status: 503,
      cause,
    });
  }
}
