// Applies the theme chosen in the console to the account screens. Without a choice, CSS follows the system.

/** Where the console keeps the choice. */
const themeKey = 'theme';

export function applyStoredTheme(): void {
  const chosen = localStorage.getItem(themeKey);
  if (chosen === 'dark' || chosen === 'light') document.documentElement.dataset.theme = chosen;
}
