// The console's icons: 20 px, one stroke, drawn here so that no icon package is loaded. Decorative: words carry meaning.
import type { ReactNode } from 'react';

const paths = {
  dashboard: <path d="M3.5 3.5H9v6H3.5zM11.5 3.5h5v3.5h-5zM11.5 9.5h5v7h-5zM3.5 12H9v4.5H3.5z" />,
  portfolio: <path d="M3 7h14v9.5H3zM7.5 7V4h5v3M3 11h14" />,
  shareholders: (
    <>
      <circle cx="7.5" cy="7" r="2.75" />
      <path d="M2.5 16c0-2.8 2.2-4.75 5-4.75s5 1.95 5 4.75M13 4.5a2.75 2.75 0 0 1 0 5M14.5 11.6c1.8.6 3 2.2 3 4.4" />
    </>
  ),
  certificates: (
    <>
      <path d="M7.5 13.5h-4v-10h13v10h-1.5M6.5 7h7" />
      <circle cx="11.25" cy="12" r="2.25" />
      <path d="M10 14v3.5l1.25-.9 1.25.9V14" />
    </>
  ),
  distributions: <path d="M3 10h14M8 10c3.2 0 2.3-5.5 6-5.5h3M8 10c3.2 0 2.3 5.5 6 5.5h3" />,
  payments: (
    <>
      <rect x="2.5" y="4.5" width="15" height="11" rx="2" />
      <path d="M2.5 8.5h15M5.5 12.25H9" />
    </>
  ),
  batches: <path d="M6 5.5v-2h11.5V12h-2M2.5 6.5H14v10H2.5zM2.5 10H14M5.25 13.5h3" />,
  yearlyTaxForms: (
    <path d="M4.5 2.5h11v15l-2.75-1.75L10 17.5l-2.75-1.75L4.5 17.5zM7.75 11l4.5-5M8 6.25h.01M12 10.75h.01" />
  ),
  documents: <path d="M11.5 2.5H5v15h10.5V6.5zM11.5 2.5v4h4M7.75 10.5h5M7.75 13.5h5" />,
  tasks: (
    <>
      <rect x="3" y="3" width="14" height="14" rx="3" />
      <path d="M6.75 10.25 9 12.5l4.5-5" />
    </>
  ),
  messages: <path d="M3 4.5h14v9.75H9L5.25 17v-2.75H3z" />,
  capTable: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="M10 3v7l5.2 4.6" />
    </>
  ),
  classes: <path d="m10 3 7 3.5-7 3.5-7-3.5zM3 10l7 3.5 7-3.5M3 13.5 10 17l7-3.5" />,
  plans: <path d="M4 16.5V8l6-4.5L16 8v8.5zM7.5 16.5v-5h5v5M10 3.5V2" />,
  grants: (
    <>
      <circle cx="6.5" cy="6.5" r="3" />
      <path d="m8.75 8.75 7.75 7.75M13 13l2-2M15 15l1.5-1.5" />
    </>
  ),
  convertibles: <path d="M4 7.5h9.5L11 5M16 12.5H6.5L9 15M4 7.5v2M16 12.5v-2" />,
  warrants: (
    <>
      <path d="M3.5 4.5h13v11h-13zM6.5 8h7M6.5 11h3.5" />
      <circle cx="13.25" cy="12" r="1.25" />
    </>
  ),
  valuations: <path d="M3.5 16.5h13M5.5 13.5v-3M9 13.5V8M12.5 13.5V5.5M16 13.5V3.5" />,
  scenarios: <path d="M3.5 16.5V3.5M3.5 10H8l5-5.5h3.5M8 10l5 5.5h3.5M14.5 2.5l2 2-2 2M14.5 13.5l2 2-2 2" />,
  legends: <path d="M4.5 3.5h11v13h-11zM7.5 7h5M7.5 10h5M7.5 13H10" />,
  vesting: <path d="M3.5 16.5h4v-4h4v-4h4v-4h1.5" />,
  imports: <path d="M6.5 13.5V3.5M3.5 6.5l3-3 3 3M13.5 6.5v10M10.5 13.5l3 3 3-3" />,
  joinRequests: (
    <>
      <circle cx="8" cy="7" r="2.75" />
      <path d="M3 16c0-2.8 2.2-4.75 5-4.75 1.3 0 2.5.4 3.4 1.2M15 11v5M12.5 13.5h5" />
    </>
  ),
  members: (
    <>
      <rect x="2.5" y="4.5" width="15" height="11" rx="2" />
      <circle cx="7" cy="8.75" r="1.75" />
      <path d="M4.5 13c.3-1.3 1.2-2 2.5-2s2.2.7 2.5 2M12.25 8.25h2.5M12.25 11.25h2.5" />
    </>
  ),
  audit: <path d="M10 2.5 16 5v4.5c0 3.9-2.4 6.6-6 8-3.6-1.4-6-4.1-6-8V5zM7.25 10l2 2 3.5-4" />,
  transactions: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="M10 6v4l2.75 1.75" />
    </>
  ),
  bell: <path d="M5.5 13.5V9a4.5 4.5 0 0 1 9 0v4.5l1.25 1.5H4.25zM8.25 15v.25a1.75 1.75 0 0 0 3.5 0V15" />,
  settings: (
    <>
      <path d="M3 6h7.5M15 6h2M3 14h2M9.5 14H17" />
      <circle cx="12.75" cy="6" r="2.25" />
      <circle cx="7.25" cy="14" r="2.25" />
    </>
  ),
  menu: <path d="M3 5.5h14M3 10h14M3 14.5h14" />,
  search: (
    <>
      <circle cx="8.75" cy="8.75" r="5.25" />
      <path d="M12.75 12.75 17 17" />
    </>
  ),
  sun: (
    <>
      <circle cx="10" cy="10" r="3.25" />
      <path d="M10 2.5v2M10 15.5v2M2.5 10h2M15.5 10h2M4.7 4.7l1.4 1.4M13.9 13.9l1.4 1.4M15.3 4.7l-1.4 1.4M6.1 13.9l-1.4 1.4" />
    </>
  ),
  moon: <path d="M16.5 12.2A7 7 0 0 1 7.8 3.5a7 7 0 1 0 8.7 8.7z" />,
  switcher: <path d="m6.5 7.5 3.5-3.5 3.5 3.5M6.5 12.5 10 16l3.5-3.5" />,
  more: <path d="M5 10h.01M10 10h.01M15 10h.01" strokeWidth="2.25" />,
  down: <path d="m5.5 8 4.5 4.5L14.5 8" />,
  right: <path d="m8 5.5 4.5 4.5L8 14.5" />,
  left: <path d="M12 5.5 7.5 10l4.5 4.5" />,
  up: <path d="M10 16V4.5M5.5 9 10 4.5 14.5 9" />,
  download: <path d="M10 3v9.5M6.25 9 10 12.75 13.75 9M3.5 14v2.5h13V14" />,
  upload: <path d="M10 12.5V3M6.25 6.5 10 2.75l3.75 3.75M3.5 14v2.5h13V14" />,
  columns: <path d="M3 4h14v12H3zM7.75 4v12M12.25 4v12" />,
  plus: <path d="M10 4v12M4 10h12" />,
  check: <path d="m4.5 10.5 3.75 3.75L15.5 6" />,
  close: <path d="m5 5 10 10M15 5 5 15" />,
  retry: <path d="M16 10a6 6 0 1 1-1.8-4.3M16 3v3.5h-3.5" />,
  warning: <path d="M10 3.25 17.5 16.5h-15zM10 8.25v3.5M10 14v.01" />,
  alert: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="M10 6.25v4.5M10 13.5v.01" />
    </>
  ),
  info: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="M10 9.25v4.5M10 6.5v.01" />
    </>
  ),
  lock: (
    <>
      <rect x="4.5" y="9" width="11" height="8" rx="1.5" />
      <path d="M6.75 9V6.5a3.25 3.25 0 0 1 6.5 0V9" />
    </>
  ),
  edit: <path d="M3.5 16.5v-3L13 4l3 3-9.5 9.5z" />,
  print: <path d="M6 7V3h8v4M6 14H3.5V7h13v7H14M6 11.5h8V17H6z" />,
  transfer: <path d="M3.5 7h12.75L13 3.75M16.5 13H3.75L7 16.25" />,
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof paths;

export function Icon({ name, small = false }: { name: IconName; small?: boolean }) {
  return (
    <svg className={small ? 'i i-s' : 'i'} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      {paths[name]}
    </svg>
  );
}

export function isIconName(name: string): name is IconName {
  return name in paths;
}
