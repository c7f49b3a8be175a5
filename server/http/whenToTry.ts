// When a refusal allows the next try, in its sentence.
import { plural } from '#src/domain/plural.ts';
import { say } from '#src/words/say.ts';

const later = () => say`try again later.`;

/** "Please try again later." -> "Please try again in 10 minutes."; another sentence stays as it is. In the reader's language. */
export function withWait(sentence: string, seconds: number): string {
  if (!sentence.endsWith(later())) return sentence;
  return sentence.slice(0, -later().length) + say`try again in ${timeOf(seconds)}.`;
}

function timeOf(seconds: number): string {
  if (seconds <= 90) return plural(seconds, say`second`, say`seconds`);
  if (seconds <= 5400) return plural(Math.ceil(seconds / 60), say`minute`, say`minutes`);
  return plural(Math.ceil(seconds / 3600), say`hour`, say`hours`);
}
