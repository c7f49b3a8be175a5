// A decision about what waits on a holder's page names the change that was seen.
import type { ShareholderPage } from '#src/contract/recordPages.ts';
import { viewsOf } from '#src/admin/kit/verbs/viewsOf.ts';

export const waitingVerbs = viewsOf<ShareholderPage>({
  'shareholders.bank-change/approve': { body: (values, { bank_change }) => ({ ...values, at: bank_change?.at }) },
  'shareholders.tax-profile/confirm': {
    body: (values, { tax_profile_change }) => ({ ...values, at: tax_profile_change?.at }),
  },
  'shareholders.tax-profile/reject': {
    body: (values, { tax_profile_change }) => ({ ...values, at: tax_profile_change?.at }),
  },
  'shareholders.country/confirm': { body: (values, { country_change }) => ({ ...values, at: country_change?.at }) },
});
