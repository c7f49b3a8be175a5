// Who else is editing a record.
import { z } from 'zod';

/** How long saying so counts. */
export const EDITING_SECONDS = 30;

export const othersEditing = z.array(z.object({ name: z.string(), since: z.string() }));
export type OthersEditing = z.infer<typeof othersEditing>;
