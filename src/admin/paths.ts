// The paths of the screens. Every link of the console is absolute, so that it works on any page.
export const basename = '/app';

export const dashboardPath = `${basename}/dashboard`;
/** Where a page that has nothing to show leads. */
export const homePath = dashboardPath;
export const portfolioPath = `${basename}/portfolio`;
export const welcomePath = `${basename}/welcome`;

/** The company's, by topic. */
export const settingsPath = (tab = 'company'): string => `${basename}/settings/${tab}`;
/** Everybody's own, whatever they may do in the company. */
export const youPath = (tab = 'profile'): string => `${basename}/you/${tab}`;
export const noticesPath = `${basename}/notices`;

/** Marks the notice as read and leads on to its record. */
export const noticePath = (id: string): string => `${noticesPath}/${encodeURIComponent(id)}`;

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
