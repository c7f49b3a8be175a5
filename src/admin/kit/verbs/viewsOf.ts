// The views of a resource's verbs, written for its records; the dialog gives each a record of its own resource.
import type { VerbName } from '#src/resources/verbs/index.ts';
import type { VerbView, VerbViews } from './types.ts';

/** `R`: a record of that resource, as a list or its page has it. */
export const viewsOf = <R extends { id: string }>(views: Partial<Record<VerbName, VerbView<R>>>) => views as VerbViews;
