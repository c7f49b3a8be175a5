// What verb dialogs show beyond their declarations, by verb.
import { certificateVerbs } from './screens/certificates/certificateVerbs.tsx';
import { convertibleVerbs } from './screens/convertibles/convertibleVerbs.tsx';
import { distributionVerbs } from './screens/distributions/distributionVerbs.tsx';
import { paymentVerbs } from './screens/distributions/paymentVerbs.ts';
import { grantVerbs } from './screens/grants/grantVerbs.tsx';
import { planVerbs } from './screens/plans/planVerbs.tsx';
import { acknowledgementVerbs } from './screens/shared/acknowledgementVerbs.ts';
import { shareClassVerbs } from './screens/shareClasses/shareClassVerbs.tsx';
import { peopleVerbs } from './screens/shareholders/peopleVerbs.tsx';
import { terminationVerb } from './screens/shareholders/terminationVerb.tsx';
import { waitingVerbs } from './screens/shareholders/waitingVerbs.ts';
import { transactionVerbs } from './screens/company/transactionVerbs.tsx';
import { warrantVerbs } from './screens/warrants/warrantVerbs.tsx';
import type { VerbViews } from './kit/verbs/types.ts';

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
