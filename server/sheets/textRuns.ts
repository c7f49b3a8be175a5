// The text of a shared or inline string: its runs joined, without the phonetic ones beside it.
import { refuseLong } from './refusals.ts';

export class TextRuns {
  #text = '';
  #isInText = false;
  #isPhonetic = false;

  start(): void {
    this.#text = '';
    this.#isInText = false;
    this.#isPhonetic = false;
  }

  open(name: string): void {
    if (name === 'rPh') this.#isPhonetic = true;
    else if (name === 't') this.#isInText = !this.#isPhonetic;
  }

  close(name: string): void {
    if (name === 'rPh') this.#isPhonetic = false;
    else if (name === 't') this.#isInText = false;
  }

  /** Refuses: too_large_field. */
  add(text: string): void {
    if (this.#isInText) refuseLong((this.#text += text));
  }

  take(): string {
    const text = unescaped(this.#text);
    this.#text = '';
    return text;
  }
}

/** A character that XML does not allow is written as its number: `_x000D_` is a carriage return. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9a-fA-F]{4})_/g, (_match, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
