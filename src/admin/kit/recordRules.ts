// What may be done with this very record now: its status and the role decide, as the server will.
import { resourceNamed } from '../../resources/index.ts';
import type { Role } from '../../resources/kit/access.ts';
import type { ActionDeclaration, Resource } from '../../resources/kit/defineResource.ts';
import type { AnyRecord } from './fieldKinds.tsx';
import { DISTRIBUTION_CANCELLED } from '../../resources/payments.ts';
import { portalOf } from '../screens/shareholders/portal.ts';

export interface Verb extends ActionDeclaration {
  name: string;
}

/** The verbs of a declaration that are lawful for this role in this status, in declared order. */
export function lawfulVerbs(resource: Resource, record: AnyRecord, role: Role): Verb[] {
  return Object.entries(resource.actions)
    .map(([name, action]) => ({ name, ...action }))
    .filter(({ roles }) => roles.includes(role))
    .filter(({ from }) => !from || from.includes(String(record.status)))
    .filter(({ name }) => threadVerb(resource, record, name) && fitsRecord(resource, record, name))
    .map((verb) => (isInvitedAgain(resource, record, verb.name) ? { ...verb, label: 'Invite again' } : verb));
}

/** Those of them that stand among the buttons of its heading and in the menu of its row. */
export const buttonVerbs = (resource: Resource, record: AnyRecord, role: Role): Verb[] =>
  lawfulVerbs(resource, record, role).filter(({ isInPanel }) => !isInPanel);

/** Who was invited before is invited once more, whatever became of the first link. */
function isInvitedAgain(resource: Resource, record: AnyRecord, verb: string): boolean {
  return resource.name === 'shareholders' && verb === 'invite' && Boolean(portalOf(record).invited_at);
}

/**
 * What the status alone does not say: units are released and options exercised, and only people serve. What only the page's
 * own answer says, a list does not offer. `tests/server/http/offeredVerbs.test.ts` asks the server the same.
 */
function fitsRecord(resource: Resource, record: AnyRecord, verb: string): boolean {
  if (resource.name === 'distributions' && verb === 'cancel')
    return record.status === 'pending' || record.can_cancel === true;
  if (resource.name === 'payments' && verb === 'retry') return record.failure_reason !== DISTRIBUTION_CANCELLED;
  if (verb === 'agree' || verb === 'dispute') return stateOf(record) !== (verb === 'agree' ? 'agreed' : 'disputed');
  if (resource.name === 'transactions') return record.is_imported !== true;
  if (resource.name === 'certificates' && verb === 'retract') return record.accepted_on === null;
  if (resource.name === 'warrants' && verb === 'exercise')
    return Boolean(record.share_class_id) && record.quantity !== null;
  if (resource.name === 'convertibles' && verb === 'convert') return record.converts_by !== 'NONE';
  if (resource.name === 'shareholders' && verb === 'terminate')
    return record.type === 'individual' && record.service !== 'left' && record.service !== 'leaving';
  if (resource.name === 'shareholders' && verb === 'unlink') return portalOf(record).state === 'linked';
  if (resource.name === 'shareholders' && verb === 'invite')
    return record.is_active !== false && portalOf(record).state !== 'linked';
  // Which rights a class has is known on the certificate's page; a list does not carry it.
  if (resource.name === 'certificates' && verb === 'convert')
    return Array.isArray(record.converts_to) && record.converts_to.length > 0;
  if (resource.name === 'share-classes' && verb === 'adjust-ratio')
    return record.class_type === 'PREFERRED' || Boolean(record.converts_to_share_class_id);
  if (resource.name !== 'grants') return true;
  const isUnit = record.compensation_type === 'RSU';
  // What does not say which class it becomes never becomes stock.
  if (verb === 'release') return isUnit && Boolean(record.share_class_id);
  if (verb === 'exercise') return !isUnit && Boolean(record.share_class_id);
  if (verb === 'reprice') return !isUnit;
  if (verb === 'accelerate') return record.unvested !== '0' && record.unvested !== null;
  return verb !== 'vesting-event' || openMilestones(record).length > 0;
}

/** What its holder says of a holding; a list does not carry it. */
const stateOf = ({ acknowledgement }: AnyRecord) => (acknowledgement as { state?: string } | null | undefined)?.state;

interface Milestone {
  id: string;
  words: string | null;
  reached_on: string | null;
}

/** Milestones of a grant's schedule that nobody has recorded yet; its page carries the schedule, a list does not. */
export function openMilestones(record: AnyRecord): Milestone[] {
  const schedule = record.schedule as { milestones?: Milestone[] } | null | undefined;
  return (schedule?.milestones ?? []).filter(({ reached_on }) => reached_on === null);
}

function threadVerb(resource: Resource, record: AnyRecord, verb: string): boolean {
  if (resource.name !== 'messages') return true;
  return verb === (record.is_closed ? 'reopen' : 'close');
}

/** What a shareholder works with; the lists of the other resources are the company's own books. */
const shareholderLists = new Set([
  'certificates',
  'grants',
  'convertibles',
  'warrants',
  'distributions',
  'payments',
  'documents',
  'tasks',
  'messages',
]);

export function isListed(role: Role, resource: Pick<Resource, 'name'>): boolean {
  return role !== 'shareholder' || shareholderLists.has(resource.name);
}

/** Whether a role opens the pages of a resource. A class's is about the whole of it, and a shareholder sees only their part. */
export function isOpenTo(role: Role, resource: string): boolean {
  if (role === 'shareholder' && resource === 'share-classes') return false;
  return resourceNamed(resource).access[role].actions.includes('read');
}

const onlyWhilePending = new Set(['distributions', 'payments']);

/** A distribution or payment that is under way is no longer edited. */
export function isEditable(resource: Resource, record: AnyRecord): boolean {
  return resource.form.length + Number(resource.name === 'distributions') > 0 && isOpen(resource, record);
}

/** Where the record says so itself, that decides: the server knows what depends on it. */
export function isDeletable(resource: Resource, record: AnyRecord): boolean {
  return record.can_delete !== false && isOpen(resource, record);
}

function isOpen(resource: Resource, record: AnyRecord): boolean {
  return !onlyWhilePending.has(resource.name) || record.status === 'pending';
}

/** A holder finishes own tasks; everything else about them stays the company's. */
export function isCompletable(resource: Resource, record: AnyRecord): boolean {
  return resource.name === 'tasks' && record.status !== 'completed' && record.status !== 'cancelled';
}
