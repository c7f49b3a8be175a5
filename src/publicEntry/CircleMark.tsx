// For the account screens and the public pages.

/** A sign in a circle, beside a sentence that says the same in words. `path` is drawn in a box of 24 by 24. */
export function CircleMark({ path, size }: { path: string; size: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <circle cx="12" cy="12" r="9" />
      <path d={path} />
    </svg>
  );
}
