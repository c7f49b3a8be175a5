// What became of a security, within a sentence.
import { say } from '#src/words/say.ts';

const ENDINGS: Readonly<Record<string, () => string>> = {
  transferred: () => say`transferred`,
  cancelled: () => say`cancelled`,
  repurchased: () => say`repurchased`,
  converted: () => say`converted`,
  reissued: () => say`reissued`,
  consolidated: () => say`consolidated`,
  retracted: () => say`retracted`,
  exercised: () => say`exercised`,
};

/** In: a TerminationVerb. */
export const endingInWords = (verb: string): string => ENDINGS[verb]?.() ?? verb;
