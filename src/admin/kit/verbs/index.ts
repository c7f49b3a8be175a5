// Every verb's dialog, by resource and verb. A declared action without one is found by a test over all declarations.
import { acknowledgementVerbs } from '../../screens/shared/acknowledgementVerbs.ts';
import { certificateVerbs } from '../../screens/certificates/certificateVerbs.tsx';
import { convertibleVerbs } from '../../screens/convertibles/convertibleVerbs.tsx';
import { distributionVerbs } from '../../screens/distributions/distributionVerbs.tsx';
import { importVerbs } from '../../screens/imports/importVerbs.tsx';
import { grantVerbs } from '../../screens/grants/grantVerbs.tsx';
import { paymentVerbs } from '../../screens/distributions/paymentVerbs.ts';
import { peopleVerbs } from '../../screens/shareholders/peopleVerbs.tsx';
import { planVerbs } from '../../screens/plans/planVerbs.tsx';
import { shareClassVerbs } from '../../screens/shareClasses/shareClassVerbs.tsx';
import { terminationVerb } from '../../screens/shareholders/terminationVerb.tsx';
import { threadVerbs } from '../../screens/messages/threadVerbs.ts';
import { transactionVerbs } from '../../screens/company/transactionVerbs.tsx';
import type { VerbSpec } from './types.ts';
import { warrantVerbs } from '../../screens/warrants/warrantVerbs.tsx';

export const verbSpecs: Record<string, VerbSpec | undefined> = {
  ...acknowledgementVerbs,
  ...certificateVerbs,
  ...convertibleVerbs,
  ...distributionVerbs,
  ...importVerbs,
  ...grantVerbs,
  ...paymentVerbs,
  ...peopleVerbs,
  ...planVerbs,
  ...shareClassVerbs,
  ...terminationVerb,
  ...threadVerbs,
  ...warrantVerbs,
  ...transactionVerbs,
};
