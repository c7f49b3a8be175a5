// Where screens live. Every link of the console is absolute, so that it means the same on each page.
export const basename = '/app';

export const dashboardPath = `${basename}/dashboard`;

export function listPath(resource: string, filter?: Record<string, unknown>): string {
  const path = `${basename}/${resource}`;
  return filter ? `${path}?filter=${encodeURIComponent(JSON.stringify(filter))}` : path;
}

export function createPath(resource: string): string {
  return `${basename}/${resource}/create`;
}

export function showPath(resource: string, id: string | number): string {
  return `${basename}/${resource}/${encodeURIComponent(id)}/show`;
}

export function editPath(resource: string, id: string | number): string {
  return `${basename}/${resource}/${encodeURIComponent(id)}`;
}
