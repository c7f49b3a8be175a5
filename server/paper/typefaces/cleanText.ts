// A text as it is set: composed, and without what cannot be seen as a letter.

/** Control characters and blanks of other widths become a space. */
export const cleanText = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- they are what is taken out.
  text.normalize('NFC').replace(/[\u0000-\u001f\u007f-\u009f\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/g, ' ');
