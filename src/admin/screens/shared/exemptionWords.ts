// The exemptions from securities law under which a security was issued.
import type { SecurityDetails } from '#src/contract/securityPages.ts';

/** "Rule 701 (US), Regulation S (GB)" */
export const exemptionWords = (exemptions: SecurityDetails['security_law_exemptions']): string =>
  exemptions
    .map(({ description, jurisdiction }) =>
      [description, jurisdiction === null ? null : `(${jurisdiction})`].filter((part) => part !== null).join(' '),
    )
    .join(', ');
