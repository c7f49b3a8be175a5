// The approval of a bank account names the change that was seen.
import type { ShareholderPage } from '../../../contract/recordPages.ts';
import { viewsOf } from '../../kit/verbs/viewsOf.ts';

export const bankChangeVerb = viewsOf<ShareholderPage>({
  'shareholders.bank-change/approve': { body: (values, { bank_change }) => ({ ...values, at: bank_change?.at }) },
});
