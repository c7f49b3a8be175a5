/** The rows of a list's first page: the screen and what the server says of it ahead (firstScreen.ts) ask for the same. */
export const listPageSize = 10;
