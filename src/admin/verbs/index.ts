// Every verb's dialog, by resource and verb. A declared action without one is found by a test over all declarations.
import { acknowledgementVerbs } from './acknowledgementVerbs.ts';
import { certificateVerbs } from './certificateVerbs.tsx';
import { convertibleVerbs } from './convertibleVerbs.tsx';
import { distributionVerbs } from './distributionVerbs.tsx';
import { importVerbs } from './importVerbs.tsx';
import { grantVerbs } from './grantVerbs.tsx';
import { paymentVerbs } from './paymentVerbs.ts';
import { peopleVerbs } from './peopleVerbs.tsx';
import { planVerbs } from './planVerbs.tsx';
import { shareClassVerbs } from './shareClassVerbs.tsx';
import { terminationVerb } from './terminationVerb.tsx';
import { threadVerbs } from './threadVerbs.ts';
import { transactionVerbs } from './transactionVerbs.tsx';
import type { VerbSpec } from './types.ts';
import { warrantVerbs } from './warrantVerbs.tsx';

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
