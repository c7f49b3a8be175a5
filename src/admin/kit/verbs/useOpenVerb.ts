// Which verb's dialog is open on a record's page. One that was never closed, because the session ended or the page was loaded
// again, is open again with what was typed in it.
import { useState } from 'react';
import type { Dispatch, SetStateAction } from 'react';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import type { AnyRecord } from '../fieldKinds.tsx';
import { wasLeftOpen } from '../form/draft.tsx';
import type { Verb } from '#src/resources/kit/verb.ts';

/** The key under which the dialog's draft is kept. */
export const dialogDraftKey = ({ name }: Resource, { id }: AnyRecord, verb: Pick<Verb, 'name'>): string =>
  `${name}/${id}/${verb.name}`;

export function useOpenVerb(
  resource: Resource,
  record: AnyRecord,
  verbs: readonly Verb[],
): [Verb | null, Dispatch<SetStateAction<Verb | null>>] {
  return useState(() => {
    const isLeft = (verb: Verb) => wasLeftOpen(dialogDraftKey(resource, record, verb));
    return verbs.find(isLeft) ?? null;
  });
}
