// Every verb, by resource. A new one needs a line in its resource's verbs and a command; the compiler names a missing command
// (server/commands/verbs.ts).
import type { BodyOf, Verb, VerbDeclaration } from '../kit/verb.ts';
import type { Fields } from '../kit/fields.ts';
import { certificateVerbs } from './certificates.ts';
import { convertibleVerbs } from './convertibles.ts';
import { distributionVerbs } from './distributions.ts';
import { equityPlanVerbs } from './equityPlans.ts';
import { grantVerbs } from './grants.ts';
import { importVerbs } from './imports.ts';
import { joinRequestVerbs } from './joinRequests.ts';
import { memberVerbs } from './members.ts';
import { messageVerbs } from './messages.ts';
import { paymentBatchVerbs } from './paymentBatches.ts';
import { paymentVerbs } from './payments.ts';
import { shareClassVerbs } from './shareClasses.ts';
import { shareholderVerbs } from './shareholders.ts';
import { taskVerbs } from './tasks.ts';
import { transactionVerbs } from './transactions.ts';
import { undeliveredMessageVerbs } from './undeliveredMessages.ts';
import { warrantVerbs } from './warrants.ts';

const declared = {
  shareholders: shareholderVerbs,
  certificates: certificateVerbs,
  distributions: distributionVerbs,
  payments: paymentVerbs,
  'payment-batches': paymentBatchVerbs,
  members: memberVerbs,
  messages: messageVerbs,
  'share-classes': shareClassVerbs,
  'equity-plans': equityPlanVerbs,
  grants: grantVerbs,
  convertibles: convertibleVerbs,
  warrants: warrantVerbs,
  imports: importVerbs,
  'join-requests': joinRequestVerbs,
  tasks: taskVerbs,
  transactions: transactionVerbs,
  'undelivered-messages': undeliveredMessageVerbs,
};
type Declared = typeof declared;

/** "certificates.transfer" */
export type VerbName = { [R in keyof Declared]: `${R}.${keyof Declared[R] & string}` }[keyof Declared];
type DeclarationOf<N extends VerbName> = N extends `${infer R extends keyof Declared}.${infer V}`
  ? V extends keyof Declared[R]
    ? Declared[R][V]
    : never
  : never;
type FieldsOf<D> = D extends { fields: infer F extends Fields } ? F : Record<never, never>;
type MoreOf<D> = D extends { more: infer F extends Fields } ? F : Record<never, never>;

/** A verb's body, from its declared fields. */
export type VerbBody<N extends VerbName> = BodyOf<FieldsOf<DeclarationOf<N>>> & BodyOf<MoreOf<DeclarationOf<N>>>;

// Sentences and conditions are written for records of their own resource, and only get those.
const untyped = declared as unknown as Record<string, Record<string, VerbDeclaration>>;

export const verbs: readonly Verb[] = Object.entries(untyped).flatMap(([resource, ofIt]) =>
  Object.entries(ofIt).map(([name, verb]) => ({ ...verb, name, resource })),
);

export const verbsOf = (resource: string): readonly Verb[] => verbs.filter((verb) => verb.resource === resource);

export const verbNameOf = ({ resource, name }: Pick<Verb, 'resource' | 'name'>) => `${resource}.${name}` as VerbName;

export function verbNamed(name: VerbName): Verb {
  return verbs.find((verb) => verbNameOf(verb) === name)!;
}
