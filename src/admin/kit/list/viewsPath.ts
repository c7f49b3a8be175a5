// All views that the person has, of every list: few, and asked for once.
export const VIEWS_PATH = '/api/views';
export const VIEWS_FRESH_MS = 60_000;
