// Light or dark: what the person chose, else what the system asks for. Mirrored to data-theme, which the tokens read.
import { useSyncExternalStore } from 'react';

export type ThemeMode = 'light' | 'dark';

const key = 'theme';
const listeners = new Set<() => void>();
const system = () => window.matchMedia('(prefers-color-scheme: dark)');

export function themeMode(): ThemeMode {
  const chosen = localStorage.getItem(key);
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return system().matches ? 'dark' : 'light';
}

export function chooseTheme(mode: ThemeMode): void {
  localStorage.setItem(key, mode);
  applyTheme();
}

/** Called once before the first paint, and whenever the choice or the system changes. */
export function applyTheme(): void {
  document.documentElement.dataset.theme = themeMode();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const query = system();
  query.addEventListener('change', applyTheme);
  return () => {
    listeners.delete(listener);
    query.removeEventListener('change', applyTheme);
  };
}

export function useThemeMode(): ThemeMode {
  return useSyncExternalStore(subscribe, themeMode);
}
