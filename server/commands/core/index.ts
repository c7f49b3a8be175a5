import { convertibleIssuance } from '#src/resources/issuances/convertibles.ts';
// What creating, editing, removing and showing a record does beyond its row, by resource.
import { certificateIssuance } from '#src/resources/issuances/certificates.ts';
import { grantIssuance } from '#src/resources/issuances/grants.ts';
import { warrantIssuance } from '#src/resources/issuances/warrants.ts';
import { commandsFor } from './resourceCommands.ts';
import type { ResourceCommands } from './resourceCommands.ts';
import { planWindowsBody } from '../equityPlans/planWindowsBody.ts';
import { showBatch } from '../batches/showBatch.ts';
import { z } from 'zod';
import { showJoinRequest } from '../shareholders/joinRequests.ts';
import { showCertificate } from '#server/queries/showCertificate.ts';
import type { CommandContext } from './context.ts';
import {
  createDistribution,
  distributionClasses,
  removeDistribution,
  showDistribution,
  updateDistribution,
} from '../distributions/distributions.ts';
import { issueCertificate } from '../certificates/issue.ts';
import { priceWarnings } from '#src/contract/round.ts';
import { warningsOfCertificate } from '../shareClasses/priceWarnings.ts';
import { showThread, startThread, threadBody } from '../office/messages.ts';
import { showPayment, updatePayment } from '../distributions/payments.ts';
import { createEquityPlan, planClasses, removeEquityPlan, updateEquityPlan } from '../equityPlans/equityPlans.ts';
import { showEquityPlan } from '#server/queries/showEquityPlan.ts';
import { issueGrant } from '../grants/issueGrant.ts';
import { showGrant } from '#server/queries/showGrant.ts';
import { issueConvertible, showConvertible } from '../convertibles/convertibles.ts';
import { showSecurity } from '#server/queries/showSecurity.ts';
import { issueWarrant } from '../warrants/warrants.ts';
import { createShareClass, removeShareClass, updateShareClass } from '../shareClasses/shareClasses.ts';
import {
  createShareholder,
  nestedAddress,
  removeShareholder,
  updateShareholder,
} from '../shareholders/shareholders.ts';
import { inviteMember, removeMember, updateMember } from '../members/members.ts';
import { createTask, updateTask } from '../office/tasks.ts';
import { removeDocument, showDocument } from '../documents/documents.ts';
import { showImport } from '#server/queries/showImport.ts';
import { removeDraft, showDraft } from '../scenarios/drafts.ts';
import { createScenario, removeScenario, showScenario, updateScenario } from '../scenarios/scenarios.ts';
import { showShareClass } from '#server/queries/showShareClass.ts';
import { showShareholder } from '#server/queries/showShareholder.ts';
import { showTransaction } from '#server/queries/showTransaction.ts';
import { legendCommands, valuationCommands } from '../equityPlans/valuations.ts';
import { deleteRecord } from '#server/data/resourceRepository.ts';
import { documents } from '#src/resources/documents.ts';
import { certificates } from '#src/resources/certificates.ts';
import { imports } from '#src/resources/imports.ts';
import { convertibles } from '#src/resources/convertibles.ts';
import { warrants } from '#src/resources/warrants.ts';
import { messages } from '#src/resources/messages.ts';
import { shareClasses } from '#src/resources/shareClasses.ts';
import { payments } from '#src/resources/payments.ts';
import { members } from '#src/resources/members.ts';
import { joinRequests } from '#src/resources/joinRequests.ts';
import { paymentBatches } from '#src/resources/paymentBatches.ts';
import { transactions } from '#src/resources/transactions.ts';
import { drafts } from '#src/resources/drafts.ts';
import { grants } from '#src/resources/grants.ts';
import { legends } from '#src/resources/legends.ts';
import { valuations } from '#src/resources/valuations.ts';
import { distributions } from '#src/resources/distributions.ts';
import { equityPlans } from '#src/resources/equityPlans.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { bodySchema } from '#src/resources/kit/validation.ts';
import { bankAccount, taxId } from '#src/resources/holderDetails.ts';
import { scenarioParts } from '#src/contract/scenarioInput.ts';
import { scenarios } from '#src/resources/scenarios.ts';
import { shareholders } from '#src/resources/shareholders.ts';
import { tasks } from '#src/resources/tasks.ts';
import { taxProfileBody } from '#src/resources/withholding.ts';
import { fromZod } from './zodRefusal.ts';

/** The declared fields plus the extra ones that the commands read. */
const withMore = (resource: Resource, more: z.ZodRawShape): Pick<ResourceCommands, 'createBody' | 'updateBody'> => ({
  createBody: bodySchema(resource).extend(more),
  updateBody: bodySchema(resource, { isEdit: true }).extend(z.object(more).partial().shape),
});

/** Creation by a command with its own body schema. */
function creation<B extends z.ZodType>(
  createBody: B,
  create: (context: CommandContext, body: z.infer<B>) => Promise<string>,
): Pick<ResourceCommands, 'create' | 'createBody'> {
  return {
    createBody,
    create: (context, body) => {
      const parsed = createBody.safeParse(body);
      if (!parsed.success) throw fromZod(parsed.error);
      return create(context, parsed.data);
    },
  };
}

export const resourceCommands: Readonly<Record<string, ResourceCommands>> = Object.fromEntries([
  commandsFor(shareholders, {
    create: createShareholder,
    update: updateShareholder,
    ...withMore(shareholders, {
      address: nestedAddress,
      tax_id: taxId.nullish(),
      bank_account: bankAccount.nullish(),
      tax_profile: taxProfileBody.nullish(),
    }),
    remove: removeShareholder,
    show: showShareholder,
  }),
  commandsFor(shareClasses, {
    create: createShareClass,
    update: updateShareClass,
    remove: removeShareClass,
    show: showShareClass,
  }),
  commandsFor(certificates, {
    ...creation(certificateIssuance.body, issueCertificate),
    besideCreated: {
      answer: z.object({ price_warnings: priceWarnings }),
      of: async (context, record) => ({ price_warnings: await warningsOfCertificate(context, record) }),
    },
    show: showCertificate,
  }),
  commandsFor(equityPlans, {
    create: createEquityPlan,
    update: updateEquityPlan,
    ...withMore(equityPlans, { share_class_ids: planClasses, exercise_windows: planWindowsBody.nullish() }),
    remove: removeEquityPlan,
    show: showEquityPlan,
  }),
  commandsFor(grants, {
    ...creation(grantIssuance.body, issueGrant),
    show: showGrant,
  }),
  commandsFor(convertibles, {
    ...creation(convertibleIssuance.body, issueConvertible),
    show: showConvertible,
  }),
  commandsFor(warrants, {
    ...creation(warrantIssuance.body, issueWarrant),
    show: async (context, record) => {
      const { issuance: _issuance, ...shown } = await showSecurity(context, record);
      return shown;
    },
  }),
  commandsFor(valuations, valuationCommands),
  commandsFor(legends, legendCommands),
  commandsFor(distributions, {
    create: createDistribution,
    update: updateDistribution,
    ...withMore(distributions, { share_class_ids: distributionClasses }),
    remove: removeDistribution,
    show: showDistribution,
  }),
  commandsFor(payments, { update: updatePayment, show: showPayment }),
  commandsFor(paymentBatches, { show: showBatch }),
  commandsFor(joinRequests, { show: showJoinRequest }),
  commandsFor(scenarios, {
    create: createScenario,
    update: updateScenario,
    ...withMore(scenarios, scenarioParts),
    remove: removeScenario,
    show: showScenario,
  }),
  commandsFor(drafts, { remove: removeDraft, show: showDraft }),
  commandsFor(documents, { remove: removeDocument, show: showDocument }),
  commandsFor(tasks, {
    create: createTask,
    update: updateTask,
    remove: async ({ tx, actor }, current) => void (await deleteRecord(tx, actor, tasks, current.id)),
  }),
  commandsFor(members, { create: inviteMember, update: updateMember, remove: removeMember }),
  commandsFor(messages, { ...creation(threadBody, startThread), show: showThread }),
  commandsFor(imports, { show: showImport }),
  commandsFor(transactions, { show: showTransaction }),
]);
