// Somebody may have set a larger text size in their browser. Styles follow it, because they measure in rem; what JavaScript places
// follows it with these.

/** How many times as large as usual the text is. */
export const textScale = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;

/** So many pixels at the usual text size. */
export const rem = (pixels: number): string => `${pixels / 16}rem`;
