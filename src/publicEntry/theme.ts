// The theme chosen in the console, taken over by the account screens. Without a choice the system decides, in CSS alone.

/** Where react-admin's store keeps the choice, as JSON. */
const themeKey = 'RaStore.theme';

export function applyStoredTheme(): void {
  const stored = localStorage.getItem(themeKey);
  if (stored === '"dark"' || stored === '"light"')
    document.documentElement.dataset.theme = JSON.parse(stored) as string;
}
