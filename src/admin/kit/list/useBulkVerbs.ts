import type { Resource } from '../../../resources/kit/defineResource.ts';
import type { Verb } from '../../../resources/kit/verb.ts';
import { verbsOf } from '../../../resources/verbs/index.ts';
import { useRole } from '../../session/useMe.ts';

/** The actions of a list for several rows that this person may take. */
export function useBulkVerbs({ name, bulkVerbs = [] }: Resource): Verb[] {
  const role = useRole();
  return verbsOf(name).filter((verb) => bulkVerbs.includes(verb.name) && verb.roles.includes(role));
}
