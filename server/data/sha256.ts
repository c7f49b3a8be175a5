import { createHash } from 'node:crypto';

export const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest();
