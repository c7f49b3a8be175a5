import { fileURLToPath } from 'node:url';

/** Where Node keeps what it compiled, so that a process is there sooner. Where this cannot be written, starting is slower. */
export const COMPILED = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url));
