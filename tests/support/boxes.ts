// Where elements are on a page, measured at one moment: what loads late moves them, and boxes that are measured one after another
// would be those of two pages.
import type { Locator, Page } from 'playwright-core';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Out: the box of each, in their order. Waits for each, and measures again when one was drawn anew meanwhile. */
export async function boxesOf<const Of extends readonly Locator[]>(
  page: Page,
  ...of: Of
): Promise<{ [Index in keyof Of]: Box }> {
  for (;;) {
    const handles = await Promise.all(of.map((each) => each.elementHandle()));
    const boxes = await page.evaluate(
      (elements) =>
        elements.every((each) => each?.isConnected)
          ? elements.map((each) => (each as Element).getBoundingClientRect().toJSON() as Box)
          : null,
      handles,
    );
    if (boxes) return boxes as { [Index in keyof Of]: Box };
  }
}
