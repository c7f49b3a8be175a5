// The component library under the console's theme. Only what opens later needs it (menus, dialogs, boxes that search), so
// neither the library nor its styles are loaded before the first screen is shown. Wrap its components in this.
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { createTheme, ThemeProvider } from '@mui/material/styles';
import type { Theme } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { consoleTheme } from '#src/admin/shell/theme.ts';
import { useThemeMode } from '#src/admin/shell/themeMode.ts';
import type { ThemeMode } from '#src/admin/shell/themeMode.ts';

// The content security policy allows only styles with this nonce; the server writes it into the page.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
const cache = createCache(nonce ? { key: 'sb', nonce } : { key: 'sb' });
const themes = new Map<ThemeMode, Theme>();

export function Themed({ children }: { children: ReactNode }) {
  const mode = useThemeMode();
  if (!themes.has(mode)) themes.set(mode, createTheme(consoleTheme(mode)));
  return (
    <CacheProvider value={cache}>
      <ThemeProvider theme={themes.get(mode)!}>{children}</ThemeProvider>
    </CacheProvider>
  );
}
