// The figures of the landing page's examples, as the reader writes them.
import { figuresLocale } from '#src/words/figures.ts';

const written = (figure: number, options: Intl.NumberFormatOptions): string =>
  figure.toLocaleString(figuresLocale(), { useGrouping: 'always', ...options });

export const count = (figure: number): string => written(figure, {});
export const money = (figure: number): string => written(figure, { style: 'currency', currency: 'USD' });
/** In: 45.95. */
export const percent = (figure: number): string => `${written(figure, { minimumFractionDigits: 2 })}%`;
