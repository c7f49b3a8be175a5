// Objects of the ledger as people name them: by certificate number, holder, class or plan. An id is shown only where nothing
// with that id exists.
import { say } from '#src/words/say.ts';
import { dateOf, idOf, isObject, objectOf, textOf, textsOf, typeOf } from './fields.ts';
import type { LedgerState } from './state.ts';
import type { OcfObject } from './types.ts';

/** "OPT-1"; "one without a number"; "security <id>" where there is none. */
export function numberOf({ securities }: LedgerState, id: string): string {
  const row = securities.get(id)?.row;
  return row ? row.custom_id || say`one without a number` : say`security ${id}`;
}

/** "OPT-1 of Grace Okonkwo, issued 2024-01-01". */
export function securityInWords(state: LedgerState, id: string): string {
  const row = state.securities.get(id)?.row;
  const holder = state.holders.get(row?.stakeholder_id ?? '')?.name;
  const day = row?.issued_on ? say`, issued ${row.issued_on}` : '';
  return `${numberOf(state, id)}${holder ? say` of ${holder}` : ''}${day}`;
}

export const classInWords = ({ classes }: LedgerState, id: string | null): string =>
  id === null ? say`no class` : (classes.get(id)?.facts.name ?? id);

export const holderInWords = ({ holders }: LedgerState, id: string | null): string =>
  id === null ? say`nobody` : (holders.get(id)?.name ?? id);

/** The name of an object, or what an entry is about: "Ada Lovelace"; "of CS-1 (Ada Lovelace)", "of Common", "of 2024-01-01". */
function subjectOf(state: LedgerState, object: OcfObject): string {
  if (!/^(TX|CE)_/.test(typeOf(object))) return nameOf(object);
  const security = state.securities.get(textOf(object, 'security_id') ?? textsOf(object, 'security_ids')[0] ?? '')?.row;
  const number = textOf(object, 'custom_id') || security?.custom_id;
  const holder = state.holders.get(textOf(object, 'stakeholder_id') ?? security?.stakeholder_id ?? '')?.name;
  if (number) return say`of ${number}${holder ? ` (${holder})` : ''}`;
  const stockClass = state.classes.get(textOf(object, 'stock_class_id') ?? '')?.facts.name;
  const plan = state.plans?.get(textOf(object, 'stock_plan_id') ?? '')?.facts.name;
  const about = plan ?? holder ?? stockClass ?? dateOf(object) ?? textOf(object, 'date');
  return about ? say`of ${about}` : say`without a date`;
}

function nameOf(object: OcfObject): string {
  const person = objectOf(object, 'name');
  const name =
    (isObject(person) && textOf(person, 'legal_name')) ||
    textOf(object, 'plan_name') ||
    textOf(object, 'legal_name') ||
    textOf(object, 'name');
  return name || dateOf(object, 'effective_date') || say`without a name`;
}

/** Replaces the id at the beginning of a finding's sentence by the object in words. */
export function withSubject(state: LedgerState, word: string, object: OcfObject, message: string): string {
  const [head, id] = [`${word} ${idOf(object)}`, idOf(object)];
  if (id === '' || !message.startsWith(head) || /^[\w-]/.test(message.slice(head.length))) return message;
  return `${word} ${subjectOf(state, object)}${message.slice(head.length)}`;
}
