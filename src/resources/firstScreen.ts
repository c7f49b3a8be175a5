// What a first visit to an address of the console shows and asks first. The server writes it into the page, so that the
// heading is painted and the calls are on their way before the console's code has been read.
import { resources } from './index.ts';
import type { Resource } from './kit/defineResource.ts';

export interface FirstScreen {
  title: string;
  about: string;
  /** Addresses that the screen reads, spelled as the data provider spells them. */
  calls: string[];
  /** Whether it is a list, whose code is fetched beside the console's own. */
  isList: boolean;
}

export const listPageSize = 10;
/** The frame asks these on every screen. They come last: a browser asks six things of a server at a time. */
const frameCalls = ['/api/auth/me', '/api/organization'];

/** `url`: path and query, as the browser asked for them. Null: a screen that says itself what it is, once it is there. */
export function firstScreenOf(url: string): FirstScreen | null {
  const [path = '', query = ''] = url.split('?');
  const name = /^\/app\/([^/]+)\/?$/.exec(path)?.[1];
  if (name === 'dashboard') {
    return {
      title: 'Dashboard',
      about: 'Welcome to the product',
      calls: ['/api/dashboard', ...frameCalls],
      isList: false,
    };
  }
  const resource = resources.find((each) => each.name === name && each.menu);
  if (!resource) return null;
  // A view that somebody shared is asked by the screen, which knows how to read its address.
  const calls = query === '' ? [firstListCall(resource), ...frameCalls] : frameCalls;
  return { title: resource.label, about: resource.about, calls, isList: true };
}

function firstListCall({ path, sort }: Resource): string {
  const asked = new Map<string, unknown>([
    ['filter', {}],
    ['range', [0, listPageSize - 1]],
    ['sort', sort],
  ]);
  return `${path}?${[...asked].map(([key, value]) => `${key}=${encodeURIComponent(JSON.stringify(value))}`).join('&')}`;
}
