// The screens that are more than their declaration, bound by name and fetched when they are opened.
import { lazy } from 'react';
import type { ScreenSet } from './resourceScreens.tsx';

const documents = () => import('./screens/Documents.tsx');
const messages = () => import('./screens/Messages.tsx');
const distributionForm = () => import('./screens/DistributionForm.tsx');
const equityPlanForm = () => import('./screens/EquityPlanForm.tsx');
const importList = () => import('./screens/ImportList.tsx');

export const bespokeScreens: Record<string, ScreenSet | undefined> = {
  shareholders: { show: lazy(() => import('./screens/ShareholderShow.tsx')) },
  'share-classes': { show: lazy(() => import('./screens/ShareClassShow.tsx')) },
  certificates: {
    show: lazy(() => import('./screens/CertificateShow.tsx')),
    create: lazy(() => import('./screens/IssueCertificate.tsx')),
  },
  distributions: {
    show: lazy(() => import('./screens/DistributionShow.tsx')),
    create: lazy(() => distributionForm().then((module) => ({ default: module.DistributionCreate }))),
    edit: lazy(() => distributionForm().then((module) => ({ default: module.DistributionEdit }))),
  },
  'equity-plans': {
    show: lazy(() => import('./screens/EquityPlanShow.tsx')),
    create: lazy(() => equityPlanForm().then((module) => ({ default: module.EquityPlanCreate }))),
    edit: lazy(() => equityPlanForm().then((module) => ({ default: module.EquityPlanEdit }))),
  },
  grants: {
    show: lazy(() => import('./screens/GrantShow.tsx')),
    create: lazy(() => import('./screens/GrantCreate.tsx')),
  },
  payments: { show: lazy(() => import('./screens/PaymentShow.tsx')) },
  transactions: { show: lazy(() => import('./screens/TransactionShow.tsx')) },
  valuations: { show: lazy(() => import('./screens/ValuationShow.tsx')) },
  convertibles: {
    list: lazy(() => import('./screens/ConvertibleList.tsx')),
    show: lazy(() => import('./screens/ConvertibleShow.tsx')),
    create: lazy(() => import('./screens/ConvertibleCreate.tsx')),
  },
  warrants: {
    show: lazy(() => import('./screens/WarrantShow.tsx')),
    create: lazy(() => import('./screens/WarrantCreate.tsx')),
  },
  documents: {
    list: lazy(() => documents().then((module) => ({ default: module.DocumentList }))),
    show: lazy(() => documents().then((module) => ({ default: module.DocumentShow }))),
  },
  messages: {
    list: lazy(() => messages().then((module) => ({ default: module.ThreadList }))),
    show: lazy(() => import('./screens/ThreadShow.tsx')),
    create: lazy(() => import('./screens/ThreadCreate.tsx')),
  },
  imports: {
    list: lazy(() => importList().then((module) => ({ default: module.ImportList }))),
    show: lazy(() => import('./screens/ImportShow.tsx')),
  },
};
