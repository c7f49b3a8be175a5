// A text as it is set: composed, and without what cannot be seen as a letter.

/** A digit in the picture of a key is set in the typeface of pictures as one sign. */
export const KEYCAPS = /[0-9#*]\ufe0f?\u20e3/g;

/** A picture in black has no colour of skin: alone it would be a second picture. */
const SKIN = /(?<=\p{Emoji_Modifier_Base}\ufe0f?)\p{Emoji_Modifier}/gu;

/** Control characters and blanks of other widths become a space. */
export const cleanText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(SKIN, '')
    // oxlint-disable-next-line no-control-regex -- they are what is taken out.
    .replace(/[\u0000-\u001f\u007f-\u009f\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/g, ' ');
