// The board of directors of a day.

/** `elected_on`, `ended_on`: days, YYYY-MM-DD. */
export interface Term {
  elected_on: string;
  ended_on: string | null;
}

/** Whether the seat is of the board of that day: elected on or before it, and not ended on or before it. */
export const sitsOn = ({ elected_on, ended_on }: Term, day: string): boolean =>
  elected_on <= day && (ended_on === null || ended_on > day);

/** Whether there is a day on which both sit. */
export const sitTogether = (one: Term, other: Term): boolean =>
  sitsOn(one, other.elected_on) || sitsOn(other, one.elected_on);
