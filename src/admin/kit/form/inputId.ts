/** The id of a field's input, known to its label, its error and the summary's link. */
export function inputId(name: string): string {
  return `field-${name}`;
}
