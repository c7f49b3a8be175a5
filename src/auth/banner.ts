// One sentence that outlives a page change and is shown once above the sign-in form.
// A full navigation loses the next page's history.state, so our own pages leave it in session storage.

export interface Banner {
  tone: 'success' | 'info';
  text: string;
}

const bannerKey = 'banner';

export function leaveBanner(banner: Banner): void {
  sessionStorage.setItem(bannerKey, JSON.stringify(banner));
}

/** Reads the sentence left for this page, from navigation state or storage, and removes it so that a reload shows none. */
export function takeBanner(): Banner | null {
  const stored = sessionStorage.getItem(bannerKey);
  sessionStorage.removeItem(bannerKey);
  const travelled = fromHistory();
  if (travelled) return { tone: 'success', text: travelled };
  if (!stored) return null;
  try {
    const banner: unknown = JSON.parse(stored);
    return isBanner(banner) ? banner : null;
  } catch {
    return { tone: 'success', text: stored };
  }
}

function isBanner(value: unknown): value is Banner {
  return typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'string';
}

function fromHistory(): string | null {
  const state: unknown = history.state;
  if (typeof state !== 'object' || state === null) return null;
  const text = 'message' in state && typeof state.message === 'string' ? state.message : null;
  if (text) history.replaceState({ ...state, message: undefined }, '');
  return text;
}
