// The command of each verb. A declared verb without a command does not compile, and the error names it. A command takes the
// declared body; `taking` gives it another schema, if the request has more than the form's fields.
import type { z } from 'zod';
import type { VerbBody, VerbName } from '#src/resources/verbs/index.ts';
import { cancelBatch } from './batches/cancelBatch.ts';
import { agree } from './acknowledgements/agree.ts';
import { dispute, disputeBody } from './acknowledgements/dispute.ts';
import { consolidateBody, consolidateCertificates } from './certificates/consolidate.ts';
import { convertCertificate } from './certificates/convert.ts';
import { cancelCertificate, repurchaseCertificate } from './certificates/end.ts';
import { reissueCertificate, replaceCertificate } from './certificates/reissue.ts';
import { transferBody, transferCertificate } from './certificates/transfer.ts';
import { cancelConvertible, convertBody, convertConvertible } from './convertibles/convertibles.ts';
import { convertInRound } from './convertibles/round/convertInRound.ts';
import { roundBody } from './convertibles/round/roundBody.ts';
import type { CommandContext } from './core/context.ts';
import { approvalBody, approveDistribution, cancelDistribution } from './distributions/decideDistribution.ts';
import { blockPayment, unblockPayment } from './distributions/blockPayment.ts';
import { completePayment, failPayment, retryPayment, returnPayment, startPayment } from './distributions/payments.ts';
import { handOverBatch } from './payouts/handOver.ts';
import { adjustEquityPlan, returnToPool } from './equityPlans/equityPlans.ts';
import { accelerateGrant, recordVestingEvent, repriceGrant } from './grants/changeGrant.ts';
import { cancelGrant } from './grants/endGrant.ts';
import { exerciseGrant, releaseGrant } from './grants/exerciseGrant.ts';
import { terminateBody, terminateService } from './grants/terminateService.ts';
import { undoImport } from './imports/undoImport.ts';
import { adjustConversionRatio } from './ledger/conversionRatio.ts';
import { voidTransaction } from './ledger/voidTransaction.ts';
import { resendInvitation } from './members/members.ts';
import { dismissUndelivered, sendAgain } from './office/undeliveredMessages.ts';
import { answerBody, answerThread, setThreadClosed } from './office/messages.ts';
import { completeTask } from './office/tasks.ts';
import { retract } from './securities/retract.ts';
import { authorizeShares } from './shareClasses/shareClasses.ts';
import { splitShareClass } from './shareClasses/split/splitClass.ts';
import { approveBankChange, rejectBankChange } from './shareholders/decideBankChange.ts';
import { inviteShareholder, remindShareholder } from './shareholders/inviteShareholder.ts';
import { approveBody, approveJoinRequest, rejectJoinRequest } from './shareholders/joinRequests.ts';
import { confirmCountry, confirmTaxProfile, rejectTaxProfile } from './shareholders/decideTaxes.ts';
import { unlinkShareholder } from './shareholders/unlinkShareholder.ts';
import { cancelWarrant, exerciseWarrant } from './warrants/warrants.ts';

type Run<B> = (context: CommandContext, id: string, body: B) => Promise<unknown>;

/** A command with its own body. `body` is never, because its type is known only where the two are combined. */
interface Taking {
  takes: z.ZodType;
  run: Run<never>;
}
const taking = <B extends z.ZodType>(takes: B, run: Run<z.infer<B>>): Taking => ({ takes, run });

export const verbCommands: { [N in VerbName]: Run<VerbBody<N>> | Taking } = {
  'members.resend': resendInvitation,
  'shareholders.invite': inviteShareholder,
  'shareholders.remind': remindShareholder,
  'shareholders.unlink': unlinkShareholder,
  'shareholders.tax-profile/confirm': confirmTaxProfile,
  'shareholders.tax-profile/reject': rejectTaxProfile,
  'shareholders.country/confirm': confirmCountry,
  'shareholders.bank-change/approve': approveBankChange,
  'shareholders.bank-change/reject': rejectBankChange,
  'shareholders.terminate': taking(terminateBody, terminateService),
  'certificates.agree': (context, id, body) => agree(context, 'certificates', id, body),
  'certificates.dispute': taking(disputeBody, (context, id, body) => dispute(context, 'certificates', id, body)),
  'certificates.transfer': taking(transferBody, transferCertificate),
  'certificates.repurchase': repurchaseCertificate,
  'certificates.convert': convertCertificate,
  'certificates.consolidate': taking(consolidateBody, (context, _, body) => consolidateCertificates(context, body)),
  'certificates.reissue': reissueCertificate,
  'certificates.replace': replaceCertificate,
  'certificates.retract': retract('certificates'),
  'certificates.cancel': cancelCertificate,
  'distributions.approve': taking(approvalBody, approveDistribution),
  'distributions.cancel': cancelDistribution,
  'payments.block': blockPayment,
  'payments.unblock': unblockPayment,
  'payments.start': startPayment,
  'payments.complete': completePayment,
  'payments.fail': failPayment,
  'payments.retry': retryPayment,
  'payments.return': returnPayment,
  'payment-batches.cancel': cancelBatch,
  'payment-batches.hand-over': handOverBatch,
  'messages.messages': taking(answerBody, answerThread),
  'messages.close': (context, id) => setThreadClosed(context, id, true),
  'messages.reopen': (context, id) => setThreadClosed(context, id, false),
  'share-classes.authorize': authorizeShares,
  'share-classes.adjust-ratio': adjustConversionRatio,
  'share-classes.split': splitShareClass,
  'equity-plans.adjust': adjustEquityPlan,
  'equity-plans.return': returnToPool,
  'grants.agree': (context, id, body) => agree(context, 'grants', id, body),
  'grants.dispute': taking(disputeBody, (context, id, body) => dispute(context, 'grants', id, body)),
  'grants.exercise': exerciseGrant,
  'grants.release': releaseGrant,
  'grants.accelerate': accelerateGrant,
  'grants.vesting-event': recordVestingEvent,
  'grants.reprice': repriceGrant,
  'grants.retract': retract('grants'),
  'grants.cancel': cancelGrant,
  'convertibles.agree': (context, id, body) => agree(context, 'convertibles', id, body),
  'convertibles.dispute': taking(disputeBody, (context, id, body) => dispute(context, 'convertibles', id, body)),
  'convertibles.convert': taking(convertBody, convertConvertible),
  'convertibles.retract': retract('convertibles'),
  'convertibles.cancel': cancelConvertible,
  'convertibles.convert-in-round': taking(roundBody, (context, _, body) => convertInRound(context, body)),
  'warrants.agree': (context, id, body) => agree(context, 'warrants', id, body),
  'warrants.dispute': taking(disputeBody, (context, id, body) => dispute(context, 'warrants', id, body)),
  'warrants.exercise': exerciseWarrant,
  'warrants.retract': retract('warrants'),
  'warrants.cancel': cancelWarrant,
  'imports.undo': undoImport,
  'join-requests.approve': taking(approveBody, approveJoinRequest),
  'join-requests.reject': rejectJoinRequest,
  'tasks.complete': completeTask,
  'transactions.void': voidTransaction,
  'undelivered-messages.send-again': sendAgain,
  'undelivered-messages.dismiss': dismissUndelivered,
};
