// The paths of screens beside those that each resource has.
import { basename, createPath } from '#src/admin/paths.ts';

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

export const yearlyTaxFormsPath = `${basename}/payments/tax-forms`;

/** Who owns the company on a day, over time, and as counsel's registers. */
export const capTablePath = `${basename}/cap-table`;
export const overTimePath = `${capTablePath}/over-time`;
export const registersPath = `${capTablePath}/registers`;

/** The company as files. */
export const exportPath = `${basename}/export`;

/** The portal as a shareholder sees it. */
export function seeAsPath(shareholder: string | number): string {
  return `${basename}/shareholders/${encodeURIComponent(shareholder)}/portal`;
}
