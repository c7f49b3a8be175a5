// The paths of screens beside those that each resource has.
import { basename, createPath } from '#src/admin/kit/paths.ts';

/** The form of a new message, its subject filled in. */
export function messagePath(subject: string): string {
  return `${createPath('messages')}?subject=${encodeURIComponent(subject)}`;
}

/** Money that nobody took. */
export const unclaimedPath = `${basename}/payments/unclaimed`;

/** Bank statements beside the payments; with an id, one of them. */
export const statementsPath = (id?: string): string =>
  `${basename}/payments/statements${id ? `/${encodeURIComponent(id)}` : ''}`;

/** A spreadsheet that is being imported. */
export function sheetPath(id: string): string {
  return `${basename}/imports/sheets/${encodeURIComponent(id)}`;
}

/** The portal as a shareholder sees it. */
export function seeAsPath(shareholder: string | number): string {
  return `${basename}/shareholders/${encodeURIComponent(shareholder)}/portal`;
}
