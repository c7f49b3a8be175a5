// One draft, posted by the ordinary command of its kind.
import { certificateIssuance } from '#src/resources/issuances/certificates.ts';
import { grantIssuance } from '#src/resources/issuances/grants.ts';
import { convertibleIssuance } from '#src/resources/issuances/convertibles.ts';
import { warrantIssuance } from '#src/resources/issuances/warrants.ts';
import type { z } from 'zod';
import { AppError } from '#src/domain/errors.ts';
import { convertibles } from '#src/resources/convertibles.ts';
import { bodyOf } from '#src/resources/verbs/bodies.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import type { Row } from '#server/db/database.ts';
import { issueCertificate } from '../certificates/issue.ts';
import { convertBody, convertConvertible, issueConvertible } from '../convertibles/convertibles.ts';
import { priceNewClass } from '../convertibles/round/priceNewClass.ts';
import { recordInvestors } from '../convertibles/round/recordInvestors.ts';
import { conflict } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import { fromZod } from '../core/zodRefusal.ts';
import { adjustEquityPlan, createEquityPlan } from '../equityPlans/equityPlans.ts';
import { issueGrant } from '../grants/issueGrant.ts';
import { authorizeShares, createShareClass } from '../shareClasses/shareClasses.ts';
import { createShareholder } from '../shareholders/shareholders.ts';
import { issueWarrant } from '../warrants/warrants.ts';
import type { DraftKind } from './draftParts.ts';
import { withTrail } from './draftTrail.ts';

export interface StoredDraft {
  id: string;
  scenario_id: string;
  scenario: string;
  position: number;
  kind: DraftKind;
  summary: string;
  body: Row;
  makes: string | null;
  known_seq: string;
  result_id: string | null;
  posted_at: string | null;
  /** Of the scenario. */
  as_of: string;
}

/** A refusal says which draft it is of: nothing is written, and several are posted together. */
async function named<R>({ summary }: StoredDraft, work: () => Promise<R>): Promise<R> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'draft_waits') throw error;
    const { code, detail, status, fields } = error;
    throw new AppError(code, `“${summary}” cannot be posted: ${detail}`, {
      ...(status !== undefined && { status }),
      ...(fields && { fields }),
    });
  }
}

/**
 * `made`: the ids of what other drafts added. Out: the id of what it became. Refuses: draft_waits (409) for another draft, and
 * whatever its command refuses.
 */
export function postDraft(
  context: CommandContext,
  draft: StoredDraft,
  made: ReadonlyMap<string, string>,
): Promise<string> {
  return named(draft, () => post(context, draft, made));
}

async function post(context: CommandContext, draft: StoredDraft, made: ReadonlyMap<string, string>): Promise<string> {
  const body = Object.fromEntries(
    Object.entries(draft.body).map(([field, value]) => {
      if (!field.endsWith('_id') || typeof value !== 'string' || !value.startsWith('new:')) return [field, value];
      const found = made.get(value);
      if (found !== undefined) return [field, found];
      const sentence = `“${draft.summary}” needs ${value.slice(4)}, which another draft adds. Post that one first, or both together.`;
      throw conflict('draft_waits', sentence);
    }),
  );
  return withTrail(context, draft, body, () => posters[draft.kind](context, body));
}

type Poster = (context: CommandContext, body: Row) => Promise<string>;

const posters: Record<DraftKind, Poster> = {
  shareholder: createShareholder,
  share_class: createShareClass,
  equity_plan: createEquityPlan,
  async authorize(context, { share_class_id, ...body }) {
    await authorizeShares(context, String(share_class_id), parsed(bodyOf('share-classes.authorize'), body));
    return String(share_class_id);
  },
  async convertible(context, body) {
    const id = await issueConvertible(context, parsed(convertibleIssuance.body, body));
    await recordInvestors(context, [String(body.shareholder_id)]);
    return id;
  },
  grant: (context, body) => issueGrant(context, parsed(grantIssuance.body, body)),
  warrant: (context, body) => issueWarrant(context, parsed(warrantIssuance.body, body)),
  async certificate(context, { class_price: _price, ...body }) {
    // It is of a round, and pays its price; earlier drafts said so twice.
    await priceOfRound(context, body, body.price_per_share);
    const id = await issueCertificate(context, parsed(certificateIssuance.body, body));
    await recordInvestors(context, [String(body.shareholder_id)]);
    return id;
  },
  async conversion(context, { convertible_id, class_price, ...body }) {
    await priceOfRound(context, body, class_price);
    const { transaction_id } = await convertConvertible(context, String(convertible_id), parsed(convertBody, body));
    const record = await findRecord(context.tx, context.actor, convertibles, String(convertible_id));
    if (record) await recordInvestors(context, [record.shareholder_id]);
    return String(transaction_id);
  },
  async reserve(context, { equity_plan_id, ...body }) {
    await adjustEquityPlan(context, String(equity_plan_id), parsed(bodyOf('equity-plans.adjust'), body));
    return String(equity_plan_id);
  },
};

async function priceOfRound(context: CommandContext, { share_class_id }: Row, price: unknown): Promise<void> {
  if (typeof price === 'string') await priceNewClass(context, String(share_class_id), price);
}

function parsed<S extends z.ZodType>(schema: S, body: Row): z.infer<S> {
  const result = schema.safeParse(body);
  if (!result.success) throw fromZod(result.error);
  return result.data;
}
