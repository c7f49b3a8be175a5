// Every verb's dialog, by resource and verb. A declared action without one is found by a test over all declarations.
import { certificateVerbs } from './certificateVerbs.tsx';
import { distributionVerbs } from './distributionVerbs.tsx';
import { importVerbs } from './importVerbs.tsx';
import { paymentVerbs } from './paymentVerbs.ts';
import { peopleVerbs } from './peopleVerbs.tsx';
import { planVerbs } from './planVerbs.tsx';
import { shareClassVerbs } from './shareClassVerbs.tsx';
import { threadVerbs } from './threadVerbs.ts';
import { transactionVerbs } from './transactionVerbs.tsx';
import type { VerbSpec } from './types.ts';

export const verbSpecs: Record<string, VerbSpec | undefined> = {
  ...certificateVerbs,
  ...distributionVerbs,
  ...importVerbs,
  ...paymentVerbs,
  ...peopleVerbs,
  ...planVerbs,
  ...shareClassVerbs,
  ...threadVerbs,
  ...transactionVerbs,
};
