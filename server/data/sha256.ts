import { hash } from 'node:crypto';

export const sha256 = (bytes: string | Buffer): Buffer => hash('sha256', bytes, 'buffer');
