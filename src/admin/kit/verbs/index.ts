// What verb dialogs show beyond their declarations, by verb.
import { certificateVerbs } from '#src/admin/screens/certificates/certificateVerbs.tsx';
import { convertibleVerbs } from '#src/admin/screens/convertibles/convertibleVerbs.tsx';
import { distributionVerbs } from '#src/admin/screens/distributions/distributionVerbs.tsx';
import { paymentVerbs } from '#src/admin/screens/distributions/paymentVerbs.ts';
import { grantVerbs } from '#src/admin/screens/grants/grantVerbs.tsx';
import { planVerbs } from '#src/admin/screens/plans/planVerbs.tsx';
import { acknowledgementVerbs } from '#src/admin/screens/shared/acknowledgementVerbs.ts';
import { shareClassVerbs } from '#src/admin/screens/shareClasses/shareClassVerbs.tsx';
import { peopleVerbs } from '#src/admin/screens/shareholders/peopleVerbs.tsx';
import { terminationVerb } from '#src/admin/screens/shareholders/terminationVerb.tsx';
import { waitingVerbs } from '#src/admin/screens/shareholders/waitingVerbs.ts';
import { transactionVerbs } from '#src/admin/screens/company/transactionVerbs.tsx';
import { warrantVerbs } from '#src/admin/screens/warrants/warrantVerbs.tsx';
import type { VerbViews } from './types.ts';

export const verbViews: VerbViews = {
  ...acknowledgementVerbs,
  ...certificateVerbs,
  ...convertibleVerbs,
  ...distributionVerbs,
  ...grantVerbs,
  ...paymentVerbs,
  ...peopleVerbs,
  ...planVerbs,
  ...shareClassVerbs,
  ...terminationVerb,
  ...waitingVerbs,
  ...transactionVerbs,
  ...warrantVerbs,
};
