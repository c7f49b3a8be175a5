// The theme chosen in the console, taken over by the account screens. Without a choice the system decides, in CSS alone.

/** Where the console keeps the choice. */
const themeKey = 'theme';

export function applyStoredTheme(): void {
  const chosen = localStorage.getItem(themeKey);
  if (chosen === 'dark' || chosen === 'light') document.documentElement.dataset.theme = chosen;
}
