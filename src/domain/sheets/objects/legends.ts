// Legends on certificates, as a cell names or quotes them.

/** Several in one cell are separated by lines or semicolons. */
export const legendsIn = (cell: string): string[] => [
  ...new Set(
    cell
      .split(/[\n;]/)
      .map((part) => part.replaceAll(/\s+/g, ' ').trim())
      .filter((part) => part !== '' && !/^(?:-|–|n\/a|none|no)$/i.test(part)),
  ),
];

const NAME_MAX = 60;

/** A legend that is quoted whole is named by its first words. */
export const legendName = (text: string): string =>
  text.length <= NAME_MAX ? text : `${text.slice(0, NAME_MAX).replace(/\s+\S*$/, '')}…`;
