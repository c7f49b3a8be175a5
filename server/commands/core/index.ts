// What creating, editing and removing a record does beyond its row, by resource.
import { convertibleIssuance } from '#src/resources/issuances/convertibles.ts';
import { certificateIssuance } from '#src/resources/issuances/certificates.ts';
import { grantIssuance } from '#src/resources/issuances/grants.ts';
import { warrantIssuance } from '#src/resources/issuances/warrants.ts';
import { commandsFor } from './resourceCommands.ts';
import type { ResourceCommands } from './resourceCommands.ts';
import { planWindowsBody } from '../equityPlans/planWindowsBody.ts';
import { z } from 'zod';
import type { CommandContext } from './context.ts';
import {
  createDistribution,
  distributionClasses,
  removeDistribution,
  updateDistribution,
} from '../distributions/distributions.ts';
import { issueCertificate } from '../certificates/issue.ts';
import { priceWarnings } from '#src/contract/round.ts';
import { warningsOfCertificate } from '../shareClasses/priceWarnings.ts';
import { startThread, threadBody } from '../office/messages.ts';
import { updatePayment } from '../distributions/payments.ts';
import { createEquityPlan, planClasses, removeEquityPlan, updateEquityPlan } from '../equityPlans/equityPlans.ts';
import { issueGrant } from '../grants/issueGrant.ts';
import { issueConvertible } from '../convertibles/convertibles.ts';
import { issueWarrant } from '../warrants/warrants.ts';
import { createShareClass, removeShareClass, updateShareClass } from '../shareClasses/shareClasses.ts';
import {
  createShareholder,
  nestedAddress,
  removeShareholder,
  updateShareholder,
} from '../shareholders/shareholders.ts';
import { boardSeatCommands } from '../board/boardSeats.ts';
import { companyBankAccountCommands } from '../bankAccounts/companyBankAccounts.ts';
import { inviteMember, removeMember, updateMember } from '../members/members.ts';
import { createTask, updateTask } from '../office/tasks.ts';
import { documentChange, documentChanger } from '../documents/changeDocument.ts';
import { removeDocument } from '../documents/documents.ts';
import { removeDraft } from '../scenarios/drafts.ts';
import { createScenario, removeScenario, updateScenario } from '../scenarios/scenarios.ts';
import { legendCommands, valuationCommands } from '../equityPlans/valuations.ts';
import { deleteRecord } from '#server/data/resourceRepository.ts';
import { documents } from '#src/resources/documents.ts';
import { boardSeats } from '#src/resources/boardSeats.ts';
import { certificates } from '#src/resources/certificates.ts';
import { companyBankAccounts } from '#src/resources/companyBankAccounts.ts';
import { convertibles } from '#src/resources/convertibles.ts';
import { warrants } from '#src/resources/warrants.ts';
import { messages } from '#src/resources/messages.ts';
import { shareClasses } from '#src/resources/shareClasses.ts';
import { payments } from '#src/resources/payments.ts';
import { members } from '#src/resources/members.ts';
import { drafts } from '#src/resources/drafts.ts';
import { grants } from '#src/resources/grants.ts';
import { legends } from '#src/resources/legends.ts';
import { valuations } from '#src/resources/valuations.ts';
import { distributions } from '#src/resources/distributions.ts';
import { equityPlans } from '#src/resources/equityPlans.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { bodySchema } from '#src/resources/kit/validation.ts';
import { bankAccount, taxId } from '#src/resources/holderDetails.ts';
import { scenarioParts } from '#src/contract/scenarios/scenarioInput.ts';
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
  }),
  commandsFor(shareClasses, {
    create: createShareClass,
    update: updateShareClass,
    remove: removeShareClass,
  }),
  commandsFor(certificates, {
    ...creation(certificateIssuance.body, issueCertificate),
    besideCreated: {
      answer: z.object({ price_warnings: priceWarnings }),
      of: async (context, record) => ({ price_warnings: await warningsOfCertificate(context, record) }),
    },
  }),
  commandsFor(equityPlans, {
    create: createEquityPlan,
    update: updateEquityPlan,
    ...withMore(equityPlans, { share_class_ids: planClasses, exercise_windows: planWindowsBody.nullish() }),
    remove: removeEquityPlan,
  }),
  commandsFor(grants, {
    ...creation(grantIssuance.body, issueGrant),
  }),
  commandsFor(convertibles, {
    ...creation(convertibleIssuance.body, issueConvertible),
  }),
  commandsFor(warrants, {
    ...creation(warrantIssuance.body, issueWarrant),
  }),
  commandsFor(valuations, valuationCommands),
  commandsFor(legends, legendCommands),
  commandsFor(distributions, {
    create: createDistribution,
    update: updateDistribution,
    ...withMore(distributions, { share_class_ids: distributionClasses }),
    remove: removeDistribution,
  }),
  commandsFor(payments, { update: updatePayment }),
  commandsFor(boardSeats, boardSeatCommands),
  commandsFor(companyBankAccounts, companyBankAccountCommands),
  commandsFor(scenarios, {
    create: createScenario,
    update: updateScenario,
    ...withMore(scenarios, scenarioParts),
    remove: removeScenario,
  }),
  commandsFor(drafts, { remove: removeDraft }),
  commandsFor(documents, { changeSeveral: { set: documentChange, of: documentChanger }, remove: removeDocument }),
  commandsFor(tasks, {
    create: createTask,
    update: updateTask,
    remove: async ({ tx, actor }, current) => void (await deleteRecord(tx, actor, tasks, current.id)),
  }),
  commandsFor(members, { create: inviteMember, update: updateMember, remove: removeMember }),
  commandsFor(messages, { ...creation(threadBody, startThread) }),
]);
