// A saved scenario with its start and steps.
import type { z } from 'zod';
import type { startInput, stepsInput } from '#src/contract/scenarios/scenarioInput.ts';
import { scenarios } from '#src/resources/scenarios.ts';
import { orgOf } from '#server/auth/actor.ts';
import { notFound } from '#server/data/refusals.ts';
import { findRecord } from '#server/data/resourceRepository.ts';
import type { Row } from '#server/db/database.ts';
import type { CommandContext } from '../core/context.ts';

/** What a run needs of a saved scenario. */
export interface StoredScenario {
  id: string;
  name: string;
  as_of: string | null;
  start: z.infer<typeof startInput> | null;
  steps: z.infer<typeof stepsInput>;
  start_seq: string;
  /** Of each class, when the start was read; null where nothing is known of it. */
  start_terms: Record<string, unknown> | null;
  posted_at: string | null;
  posted_run: Row | null;
  version: number;
}

/** Refuses: not_found (404). */
export async function storedScenario({ tx, actor }: CommandContext, id: string): Promise<StoredScenario> {
  const found = await findRecord(tx, actor, scenarios, id);
  const row =
    found &&
    (await tx.row<StoredScenario>(
      'select id, name, as_of, start, steps, start_seq, start_terms, posted_at, posted_run, version from scenario where org_id = $1 and id = $2',
      [orgOf(actor), id],
    ));
  if (!row) throw notFound();
  return row;
}
