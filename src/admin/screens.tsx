// Custom screens for resources whose declaration is not enough, bound by name, and how each is fetched.
import type { ScreenSet } from './screenSet.ts';

const documents = () => import('./screens/documents/Documents.tsx');
const messages = () => import('./screens/messages/Messages.tsx');
const distributionForm = () => import('./screens/distributions/DistributionForm.tsx');
const equityPlanForm = () => import('./screens/plans/EquityPlanForm.tsx');
const auditList = () => import('./screens/audit/AuditList.tsx');
const importList = () => import('./screens/imports/ImportList.tsx');

export const bespokeScreens: Record<string, ScreenSet | undefined> = {
  shareholders: {
    list: () => import('./screens/shareholders/ShareholderList.tsx'),
    show: () => import('./screens/shareholders/ShareholderShow.tsx'),
    edit: () => import('./screens/shareholders/ShareholderEdit.tsx'),
  },
  'share-classes': { show: () => import('./screens/shareClasses/ShareClassShow.tsx') },
  certificates: {
    show: () => import('./screens/certificates/CertificateShow.tsx'),
    create: () => import('./screens/certificates/IssueCertificate.tsx'),
  },
  distributions: {
    show: () => import('./screens/distributions/DistributionShow.tsx'),
    create: () => distributionForm().then((module) => ({ default: module.DistributionCreate })),
    edit: () => distributionForm().then((module) => ({ default: module.DistributionEdit })),
  },
  'equity-plans': {
    show: () => import('./screens/plans/EquityPlanShow.tsx'),
    create: () => equityPlanForm().then((module) => ({ default: module.EquityPlanCreate })),
    edit: () => equityPlanForm().then((module) => ({ default: module.EquityPlanEdit })),
  },
  grants: {
    show: () => import('./screens/grants/GrantShow.tsx'),
    create: () => import('./screens/grants/GrantCreate.tsx'),
  },
  payments: {
    list: () => import('./screens/payments/PaymentList.tsx'),
    show: () => import('./screens/distributions/PaymentShow.tsx'),
  },
  'payment-batches': { show: () => import('./screens/batches/BatchShow.tsx') },
  transactions: { show: () => import('./screens/company/TransactionShow.tsx') },
  drafts: { show: () => import('./screens/scenarios/drafts/DraftShow.tsx') },
  scenarios: {
    show: () => import('./screens/scenarios/ScenarioShow.tsx'),
    create: () => import('./screens/scenarios/ScenarioCreate.tsx'),
  },
  valuations: { show: () => import('./screens/plans/ValuationShow.tsx') },
  convertibles: {
    list: () => import('./screens/convertibles/ConvertibleList.tsx'),
    show: () => import('./screens/convertibles/ConvertibleShow.tsx'),
    create: () => import('./screens/convertibles/ConvertibleCreate.tsx'),
  },
  warrants: {
    show: () => import('./screens/warrants/WarrantShow.tsx'),
    create: () => import('./screens/warrants/WarrantCreate.tsx'),
  },
  documents: {
    list: () => documents().then((module) => ({ default: module.DocumentList })),
    show: () => documents().then((module) => ({ default: module.DocumentShow })),
  },
  messages: {
    list: () => messages().then((module) => ({ default: module.ThreadList })),
    show: () => import('./screens/messages/ThreadShow.tsx'),
    create: () => import('./screens/messages/ThreadCreate.tsx'),
  },
  audit: {
    list: () => auditList().then((module) => ({ default: module.AuditList })),
    show: () => import('./screens/audit/AuditShow.tsx'),
  },
  imports: {
    list: () => importList().then((module) => ({ default: module.ImportList })),
    show: () => import('./screens/imports/ImportShow.tsx'),
  },
};
