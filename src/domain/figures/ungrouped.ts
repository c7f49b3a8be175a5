// Thousands as people write them.

/**
 * "1,250,000.5" -> "1250000.5": commas are taken out where they part groups of three, and nowhere else. "1,50" may be meant as one
 * and a half, and is never read as a hundred and fifty: it stays as it is, and is no figure.
 */
export const ungrouped = (text: string): string =>
  /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text;
