// Where a table that scrolls sideways cuts its columns: at the box's edge, or where columns that stay begin. A figure of which
// the first or last digits are hidden reads as another figure, so the seen part of its column is covered.

export interface Cut {
  /** From the left and the right of the box to the edge at which columns are cut. */
  left: number;
  right: number;
  /** How much of a column of figures is half seen there; 0 where the edge lies between two columns. */
  coverLeft: number;
  coverRight: number;
  /** The box's own scroll bar, which is not covered. */
  bottom: number;
}

export const NO_CUT: Cut = { left: 0, right: 0, coverLeft: 0, coverRight: 0, bottom: 0 };

/** Rows whose cells are looked at: a column's first ones say what it holds. */
const LOOKED_AT = 25;
/** A longer text is words, which fade. */
const FIGURE_LENGTH = 24;

/** Also a day, a number of a certificate or "7,500 shares": "Nov 1" of "Nov 15, 2026" reads as another day. */
function figuresOf(box: Element, heads: readonly Element[]): Set<Element> {
  const rows = [...box.querySelectorAll('tbody tr')].filter(({ children }) => children.length === heads.length);
  const looked = rows.slice(0, LOOKED_AT);
  const isFigure = (column: number) =>
    looked.some(({ children }) => {
      const text = children[column]!.textContent.trim();
      return text.length <= FIGURE_LENGTH && /\d/.test(text);
    });
  return new Set(heads.filter((head, column) => head.classList.contains('r') || isFigure(column)));
}

/** The head's last row has a cell for each column. */
const headsOf = (box: Element) => [
  ...(box.querySelector('thead tr:last-child') ?? box.querySelector('tr') ?? box).querySelectorAll(
    ':scope > :is(th, td)',
  ),
];

export function cutOf(box: HTMLElement): Cut {
  const frame = box.getBoundingClientRect();
  const start = frame.left + box.clientLeft;
  const end = start + box.clientWidth;
  const cells = headsOf(box);
  const figures = figuresOf(box, cells);
  const heads = cells.map((cell) => ({ cell, at: cell.getBoundingClientRect(), style: getComputedStyle(cell) }));
  const stays = (side: 'left' | 'right') =>
    heads.filter(({ style }) => style.position === 'sticky' && /^-?\d/.test(style[side]));
  const from = Math.max(start, ...stays('left').map(({ at }) => at.right));
  const to = Math.min(end, ...stays('right').map(({ at }) => at.left));
  const still = new Set([...stays('left'), ...stays('right')]);
  // A column that is wider than the space would never be seen.
  const moving = heads.filter((head) => !still.has(head) && figures.has(head.cell) && head.at.width <= to - from);
  const cutLeft = moving.find(({ at }) => at.left < from - 1 && at.right > from + 1);
  const cutRight = moving.find(({ at }) => at.left < to - 1 && at.right > to + 1);
  return {
    left: Math.round(from - frame.left),
    right: Math.round(frame.right - to),
    coverLeft: cutLeft ? Math.round(cutLeft.at.right - from) : 0,
    coverRight: cutRight ? Math.round(to - cutRight.at.left) : 0,
    bottom: box.offsetHeight - box.clientHeight,
  };
}
