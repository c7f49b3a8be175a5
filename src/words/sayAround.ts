// A text with elements in it, among the children of an element: {sayAround`Signed in as ${<b>{name}</b>}`}
import { createElement, Fragment } from 'react';
import type { ReactNode } from 'react';

/** In development and in tests; a build has the texts and the elements themselves (scripts/inLanguage.ts). */
export const sayAround = (strings: TemplateStringsArray, ...values: readonly ReactNode[]): ReactNode =>
  createElement(Fragment, null, ...strings.flatMap((text, at) => [text, values[at]]));
