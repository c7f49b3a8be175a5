// The MUI theme, light and dark, from one function. Literal colours only where MUI computes with them; all else reads
// the same CSS variables as the static pages.
import type { ThemeOptions } from '@mui/material/styles';
import type { ThemeMode } from './themeMode.ts';

const palettes = {
  light: {
    blue: '#1565c0',
    pink: '#c2185b',
    page: '#f7f8fa',
    card: '#ffffff',
    ink: '#16202e',
    quiet: '#4a5668',
    line: '#e3e7ee',
    error: '#b3261e',
    warning: '#8a5300',
    info: '#0b5394',
    success: '#1b6e3c',
  },
  dark: {
    blue: '#90caf9',
    pink: '#f48fb1',
    page: '#0f141b',
    card: '#161d27',
    ink: '#e8edf4',
    quiet: '#b3bfce',
    line: '#273140',
    error: '#f5a29b',
    warning: '#f3c27a',
    info: '#8ec5f7',
    success: '#7fd6a0',
  },
} as const satisfies Record<ThemeMode, Record<string, string>>;

export function consoleTheme(mode: ThemeMode): ThemeOptions {
  const colour = palettes[mode];
  return {
    palette: {
      mode,
      primary: { main: colour.blue },
      secondary: { main: colour.pink },
      error: { main: colour.error },
      warning: { main: colour.warning },
      info: { main: colour.info },
      success: { main: colour.success },
      background: { default: colour.page, paper: colour.card },
      text: { primary: colour.ink, secondary: colour.quiet },
      divider: colour.line,
    },
    shape: { borderRadius: 8 },
    typography: {
      fontFamily: 'var(--font)',
      fontSize: 14,
      fontWeightMedium: 600,
      body1: { fontSize: '0.875rem', lineHeight: '1.25rem' },
      body2: { fontSize: '0.8125rem', lineHeight: '1.125rem' },
      button: { textTransform: 'none', fontWeight: 600 },
    },
    transitions: {
      duration: { shortest: 120, shorter: 120, short: 140, standard: 160, enteringScreen: 160, leavingScreen: 120 },
    },
    components: {
      MuiButtonBase: { defaultProps: { disableRipple: true } },
      MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
      MuiDialog: {
        styleOverrides: {
          paper: {
            borderRadius: 12,
            border: '1px solid var(--line)',
            boxShadow: 'var(--pop)',
            width: '100%',
            maxWidth: '30rem',
            margin: 16,
          },
        },
      },
      MuiBackdrop: {
        styleOverrides: { root: { '&:not(.MuiBackdrop-invisible)': { backgroundColor: 'var(--veil)' } } },
      },
      MuiMenu: {
        styleOverrides: {
          paper: { border: '1px solid var(--line)', boxShadow: 'var(--pop)', minWidth: '12.5rem' },
          list: { padding: 4 },
        },
      },
      MuiMenuItem: {
        styleOverrides: {
          root: {
            minHeight: '2.25rem',
            borderRadius: 6,
            fontSize: '0.875rem',
            gap: '0.625rem',
            padding: '0 0.75rem',
            // By default the library shrinks rows on wide screens to their text.
            '@media (min-width: 600px)': { minHeight: '2.25rem' },
          },
        },
      },
      MuiAutocomplete: {
        styleOverrides: {
          paper: { border: '1px solid var(--line)', boxShadow: 'var(--pop)', fontSize: '0.875rem' },
          option: { minHeight: '2.25rem' },
        },
      },
    },
  };
}
