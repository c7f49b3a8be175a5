// The terms of a draft: what would be written if it were posted.
import { sayAround } from '#src/words/sayAround.ts';
import type { DraftDetails } from '#src/contract/scenarios/scenarioDrafts.ts';
import type { Draft } from '#src/resources/drafts.ts';
import { FactValue } from '#src/admin/kit/fieldKinds.tsx';
import { Facts } from '#src/admin/kit/parts/Card.tsx';
import { ReferenceName } from '#src/admin/kit/parts/ReferenceName.tsx';
import { draftTerms } from './draftTerms.ts';
import type { Term } from './draftTerms.ts';

interface DraftTermsProps {
  draft: Pick<Draft, 'id' | 'kind'> & DraftDetails;
  /** In one column. */
  one?: boolean;
}

export function DraftTerms({ draft, one = false }: DraftTermsProps) {
  const items = draftTerms(String(draft.kind), draft.body).map((term) => ({
    label: term.label,
    value: <Value term={term} id={String(draft.id)} />,
  }));
  return <Facts items={items} one={one} />;
}

function Value({ term: { name, field, value }, id }: { term: Term; id: string }) {
  if (field.kind === 'reference' && String(value).startsWith('new:'))
    return <>{sayAround`${String(value).slice(4)}, which another draft adds`}</>;
  if (Array.isArray(value))
    return value.map((each) => <ReferenceName key={String(each)} to="share-classes" id={String(each)} />);
  return <FactValue name={name} field={field} record={{ id, [name]: value }} />;
}
