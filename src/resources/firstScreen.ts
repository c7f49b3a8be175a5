// What the console shows and requests first at an address. The server writes it into the page, so that the heading appears and
// the requests start before the console's code has loaded.
import { say } from '../words/say.ts';
import { resources } from './index.ts';
import type { Resource } from './kit/defineResource.ts';
import { listPageSize } from './kit/listPageSize.ts';

export interface FirstScreen {
  title: string;
  about: string;
  /** The addresses that the screen reads, spelled as the data provider spells them. */
  calls: string[];
  /** The files with its code, by their names in the build (scripts/build.ts). */
  code: string[];
}

/** The file with the declaration alone, by its name in the build. */
export const codeOfResource = ({ name }: Pick<Resource, 'name'>): string => `of-${name}`;
/** Every screen's frame requests these. They come last, because a browser sends six requests to a server at a time. */
const frameCalls = ['/api/auth/me', '/api/organization'];

/** `url`: path and query, as requested by the browser. Null for a screen that sets its own heading when it loads. */
export function firstScreenOf(url: string): FirstScreen | null {
  const [path = '', query = ''] = url.split('?');
  const name = /^\/app\/([^/]+)\/?$/.exec(path)?.[1];
  if (name === 'dashboard') {
    return {
      title: say`Dashboard`,
      about: say`Welcome to the product`,
      calls: ['/api/dashboard', ...frameCalls],
      code: ['dashboard'],
    };
  }
  if (name === 'portfolio') {
    return {
      title: say`Portfolio`,
      about: say`What you own, what it is worth and what you were paid`,
      calls: ['/api/portfolio', ...frameCalls],
      code: [],
    };
  }
  const resource = resources.find((each) => each.name === name && each.menu);
  if (!resource) return null;
  // The screen itself requests a shared view, because it can read the view's address.
  const calls = query === '' ? [firstListCall(resource), ...frameCalls] : frameCalls;
  return { title: resource.label, about: resource.about, calls, code: ['lists', codeOfResource(resource)] };
}

function firstListCall({ path, sort }: Resource): string {
  const asked = new Map<string, unknown>([
    ['filter', {}],
    ['range', [0, listPageSize - 1]],
    ['sort', sort],
  ]);
  return `${path}?${[...asked].map(([key, value]) => `${key}=${encodeURIComponent(JSON.stringify(value))}`).join('&')}`;
}
