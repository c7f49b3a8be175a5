// A figure as somebody types it.
import { dotted, swapped } from './figures.ts';

const FIGURE = /^-?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/;

/**
 * As on the wire: with a point before decimals and nothing between thousands. A figure of another locale is read where it can
 * mean nothing else: “1.234,50” in English, but not “1,50”. What is no figure stays as it was typed.
 */
export function readFigure(typed: string): string {
  // Between thousands some write a space or an apostrophe.
  const text = typed.trim().replaceAll(/(?<=\d)[\s’'](?=\d{3}(?!\d))/g, '');
  const own = dotted(text);
  if (FIGURE.test(own)) return own.replaceAll(',', '');
  const other = swapped(own);
  const isClear = FIGURE.test(other) && /,.*[,.]/.test(other);
  return isClear ? other.replaceAll(',', '') : own;
}
