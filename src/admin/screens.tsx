// Custom screens for resources whose declaration is not enough, bound by name and fetched when opened.
import { lazy } from 'react';
import type { ScreenSet } from './screenSet.ts';

const documents = () => import('./screens/documents/Documents.tsx');
const messages = () => import('./screens/messages/Messages.tsx');
const distributionForm = () => import('./screens/distributions/DistributionForm.tsx');
const equityPlanForm = () => import('./screens/plans/EquityPlanForm.tsx');
const auditList = () => import('./screens/audit/AuditList.tsx');
const importList = () => import('./screens/imports/ImportList.tsx');

export const bespokeScreens: Record<string, ScreenSet | undefined> = {
  shareholders: {
    list: lazy(() => import('./screens/shareholders/ShareholderList.tsx')),
    show: lazy(() => import('./screens/shareholders/ShareholderShow.tsx')),
    edit: lazy(() => import('./screens/shareholders/ShareholderEdit.tsx')),
  },
  'share-classes': { show: lazy(() => import('./screens/shareClasses/ShareClassShow.tsx')) },
  certificates: {
    show: lazy(() => import('./screens/certificates/CertificateShow.tsx')),
    create: lazy(() => import('./screens/certificates/IssueCertificate.tsx')),
  },
  distributions: {
    show: lazy(() => import('./screens/distributions/DistributionShow.tsx')),
    create: lazy(() => distributionForm().then((module) => ({ default: module.DistributionCreate }))),
    edit: lazy(() => distributionForm().then((module) => ({ default: module.DistributionEdit }))),
  },
  'equity-plans': {
    show: lazy(() => import('./screens/plans/EquityPlanShow.tsx')),
    create: lazy(() => equityPlanForm().then((module) => ({ default: module.EquityPlanCreate }))),
    edit: lazy(() => equityPlanForm().then((module) => ({ default: module.EquityPlanEdit }))),
  },
  grants: {
    show: lazy(() => import('./screens/grants/GrantShow.tsx')),
    create: lazy(() => import('./screens/grants/GrantCreate.tsx')),
  },
  payments: {
    list: lazy(() => import('./screens/payments/PaymentList.tsx')),
    show: lazy(() => import('./screens/distributions/PaymentShow.tsx')),
  },
  'payment-batches': { show: lazy(() => import('./screens/batches/BatchShow.tsx')) },
  transactions: { show: lazy(() => import('./screens/company/TransactionShow.tsx')) },
  drafts: { show: lazy(() => import('./screens/scenarios/drafts/DraftShow.tsx')) },
  scenarios: {
    show: lazy(() => import('./screens/scenarios/ScenarioShow.tsx')),
    create: lazy(() => import('./screens/scenarios/ScenarioCreate.tsx')),
  },
  valuations: { show: lazy(() => import('./screens/plans/ValuationShow.tsx')) },
  convertibles: {
    list: lazy(() => import('./screens/convertibles/ConvertibleList.tsx')),
    show: lazy(() => import('./screens/convertibles/ConvertibleShow.tsx')),
    create: lazy(() => import('./screens/convertibles/ConvertibleCreate.tsx')),
  },
  warrants: {
    show: lazy(() => import('./screens/warrants/WarrantShow.tsx')),
    create: lazy(() => import('./screens/warrants/WarrantCreate.tsx')),
  },
  documents: {
    list: lazy(() => documents().then((module) => ({ default: module.DocumentList }))),
    show: lazy(() => documents().then((module) => ({ default: module.DocumentShow }))),
  },
  messages: {
    list: lazy(() => messages().then((module) => ({ default: module.ThreadList }))),
    show: lazy(() => import('./screens/messages/ThreadShow.tsx')),
    create: lazy(() => import('./screens/messages/ThreadCreate.tsx')),
  },
  audit: {
    list: lazy(() => auditList().then((module) => ({ default: module.AuditList }))),
    show: lazy(() => import('./screens/audit/AuditShow.tsx')),
  },
  imports: {
    list: lazy(() => importList().then((module) => ({ default: module.ImportList }))),
    show: lazy(() => import('./screens/imports/ImportShow.tsx')),
  },
};
