// A screen whose code is fetched when it opens, or ahead of that: then it is drawn at once, with no "Loading" before it.
import { lazy, useState } from 'react';
import type { ComponentType } from 'react';

export interface ScreenAhead {
  Screen: ComponentType;
  fetch: () => Promise<unknown>;
}

export function screenAhead(load: () => Promise<{ default: ComponentType }>): ScreenAhead {
  let fetched: ComponentType | null = null;
  const fetch = async () => {
    const module = await load();
    fetched = module.default;
    return module;
  };
  const Later: ComponentType = lazy(fetch);
  function Screen() {
    const [Shown] = useState(() => fetched ?? Later);
    return <Shown />;
  }
  return { Screen, fetch };
}
