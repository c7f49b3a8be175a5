// What the drafts of a scenario are made of.
import { AppError } from '#src/domain/errors.ts';
import { decimal, formatDecimal, parseDecimal } from '#src/domain/figures/decimal.ts';
import { decimalOf, parseFigure } from '#src/domain/model/figures.ts';
import type { Written } from '#src/domain/model/figures.ts';
import type { RoundFigures } from '#src/domain/model/scenario/roundStep.ts';
import type { RoundStep } from '#src/domain/model/scenario/steps.ts';
import type { DRAFT_KINDS } from '#src/resources/drafts.ts';
import type { Row } from '#server/db/database.ts';

export type DraftKind = (typeof DRAFT_KINDS)[number];

export interface PlannedDraft {
  kind: DraftKind;
  summary: string;
  body: Row;
  /** By which other drafts refer to what it makes. */
  makes: string | null;
}

export interface PostedRound {
  step: RoundStep;
  /** Of the step. */
  index: number;
  figures: RoundFigures;
}

/** A written figure as a decimal, as commands take it. */
export function plain(value: Written): string {
  const text = String(value);
  return parseDecimal(text) === null ? decimalOf(parseFigure(text)!, 10) : formatDecimal(decimal(text));
}

export const notPostable = (index: number, sentence: string) =>
  new AppError('not_postable', sentence, { status: 422, fields: { [`steps.${index}`]: sentence } });
