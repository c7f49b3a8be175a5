// What the vesting texts of a file mean. One that is not understood as a whole is asked once, wherever it stands; until then
// nothing of its securities vests, and the file is not ready.
import { eventTerms, scheduleKey, stepTerms } from '#src/domain/vesting/stepTerms.ts';
import { idOf } from '#src/domain/ledger/core/fields.ts';
import type { OcfObject } from '#src/domain/ledger/core/types.ts';
import type { Question } from '../reading.ts';
import type { Option, Stock } from '../records/records.ts';
import type { MeantTable } from '../records/table.ts';
import { choicesOf, shownChoices, textKey } from './choices.ts';
import type { AnsweredMeaning } from './choices.ts';
import { likelySchedules, readVesting } from './schedule.ts';

export type VestingSecurity = Stock | Option;

/** How a security vests, and from which day where its own text says one. */
export interface Vesting {
  meaning: AnsweredMeaning;
  start: string | null;
  /** It is asked, and nobody has answered. */
  isOpen?: boolean;
}

/** So many are open at a time: the next ones are asked once these are answered. */
const ASKED_MAX = 50;
/** So many rows are named in one question. */
const ROWS_MAX = 100;

export class VestingTexts {
  private readonly input: {
    answers: Readonly<Record<string, string>>;
    tables: readonly MeantTable[];
    idOf: (key: string) => string;
  };
  private readonly byText = new Map<string, AnsweredMeaning | null>();
  private readonly made = new Map<string, OcfObject>();
  private readonly asked = new Map<string, Question>();
  private readonly answered = new Map<string, AnsweredMeaning>();
  private readonly settled = new Map<VestingSecurity, Vesting>();
  private open = 0;

  constructor(input: VestingTexts['input']) {
    this.input = input;
  }

  get questions(): Question[] {
    return [...this.asked.values()];
  }

  /** The terms that securities name, each once. */
  get terms(): OcfObject[] {
    return [...this.made.values()];
  }

  /** What something else than its own text says of a security, such as a note that was confirmed. */
  settle(security: VestingSecurity, vesting: Vesting): void {
    this.settled.set(security, vesting);
  }

  vestingOf(security: VestingSecurity): Vesting {
    const settled = this.settled.get(security);
    if (settled) return settled;
    const meaning = this.meaningOf(security);
    return { meaning: meaning ?? 'event', start: null, isOpen: meaning === null };
  }

  /** What its own text says, without asking; null where it is not understood. */
  understood({ vesting: text }: VestingSecurity): AnsweredMeaning | null {
    return this.readOnce(text) ?? this.answered.get(`vesting_meaning:${textKey(text)}`) ?? null;
  }

  termsId(security: VestingSecurity): string | null {
    const { meaning } = this.vestingOf(security);
    if (meaning === 'vested') return null;
    const id = this.input.idOf(`vesting ${meaning === 'event' ? 'event' : scheduleKey(meaning)}`);
    const known = this.made.get(id);
    if (known) return idOf(known);
    this.made.set(id, meaning === 'event' ? eventTerms(id) : stepTerms(id, meaning));
    return id;
  }

  /** The first day of vesting by time; null for what does not vest by time. */
  startOf(security: VestingSecurity): string | null {
    const { meaning, start } = this.vestingOf(security);
    return typeof meaning === 'string' ? null : (start ?? security.vesting_start ?? security.date);
  }

  /** Null while it is asked. */
  private meaningOf(security: VestingSecurity): AnsweredMeaning | null {
    const { vesting: text } = security;
    if (text === '' && !this.lacksSchedule(security)) return 'vested';
    return this.readOnce(text) ?? this.ask(security);
  }

  private readOnce(text: string): AnsweredMeaning | null {
    let meaning = this.byText.get(text);
    if (meaning === undefined) this.byText.set(text, (meaning = text === '' ? null : readVesting(text)));
    return meaning;
  }

  /** An empty cell under a schedule's heading is fully vested; a start of vesting without such a column says nothing of how. */
  private lacksSchedule({ place, vesting_start }: VestingSecurity): boolean {
    return vesting_start !== null && !this.input.tables[place.table]!.columns.some(({ field }) => field === 'vesting');
  }

  private ask(security: VestingSecurity): AnsweredMeaning | null {
    const { vesting: text, quantity, place } = security;
    const id = `vesting_meaning:${textKey(text)}`;
    const known = this.asked.get(id);
    if (known) {
      if (known.rows.length < ROWS_MAX && known.rows.at(-1) !== place.row) known.rows.push(place.row);
      return this.answered.get(id) ?? null;
    }
    const given = this.input.answers[id];
    if (given === undefined && this.open >= ASKED_MAX) return null;
    const choices = choicesOf(text === '' ? [] : likelySchedules(text), quantity);
    const answer = choices.find(({ value }) => value === given) ?? null;
    if (answer) this.answered.set(id, answer.meaning);
    else if ((this.open += 1) > ASKED_MAX) return null;
    const table = this.input.tables[place.table]!;
    const named = table.columns.filter(({ field }) => field === (text === '' ? 'vesting_start' : 'vesting'));
    const column = named.find(({ part }) => part === '') ?? named[0];
    this.asked.set(id, {
      id,
      code: 'vesting_meaning',
      text:
        text === ''
          ? 'Some rows have a start of vesting and no schedule. How do they vest? If it is none of these, write the schedule in the cell, such as “3 years quarterly, 1 year cliff”.'
          : `In “${column?.heading ?? 'Vesting'}”, what does “${text.slice(0, 60)}” mean? If it is none of these, write the schedule in the cell, such as “3 years quarterly, 1 year cliff”.`,
      tab: table.tab,
      column: column?.letters ?? null,
      rows: [place.row],
      choices: shownChoices(choices),
      answer: answer?.value ?? null,
    });
    return answer?.meaning ?? null;
  }
}
