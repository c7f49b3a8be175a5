// HTML as text, the same for the build and the browser: every value is escaped but what is HTML already.
import { escapedMarkup } from '../domain/escapedMarkup.ts';

export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Markup | readonly Markup[] | null | false;

export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return new Markup(parts.reduce((text, part, index) => text + textOf(values[index - 1] ?? null) + part));
}

function textOf(value: Value): string {
  if (value === null || value === false) return '';
  if (value instanceof Markup) return value.text;
  if (typeof value === 'string' || typeof value === 'number') return escapedMarkup(String(value));
  return value.map(({ text }) => text).join('');
}
