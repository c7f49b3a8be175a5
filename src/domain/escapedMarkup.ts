const MARKUP: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** A text as HTML shows it, also within a quoted attribute. */
export const escapedMarkup = (text: string): string => text.replace(/[&<>"']/g, (character) => MARKUP[character]!);
