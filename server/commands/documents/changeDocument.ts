// Sets the type of a document, and who may see it. The file itself is never changed: a new document takes its place.
import { z } from 'zod';
import { documentTypes, documents } from '#src/resources/documents.ts';
import type { Document, DocumentAudience } from '#src/resources/documents.ts';
import { wordOf } from '#src/resources/kit/defineResource.ts';
import { oneOf, plainText } from '#src/resources/kit/validation.ts';
import { orgOf } from '#server/auth/actor.ts';
import { notFound } from '#server/data/refusals.ts';
import type { Tx } from '#server/db/database.ts';
import { invalidFields } from '../core/checked.ts';
import { conflict, recordActivity } from '../core/context.ts';
import type { CommandContext } from '../core/context.ts';
import type { ChangeOne } from '../core/resourceCommands.ts';
import { fromZod } from '../core/zodRefusal.ts';
import {
  IDS_MAX,
  audienceColumns,
  audienceOf,
  audiences,
  holdersShown,
  refuseUnknownReaders,
  storeReaderIds,
} from './audience.ts';
import type { Readers } from './audience.ts';
import { tellReaders } from './documents.ts';

const ids = z.array(plainText(200)).max(IDS_MAX, `At most ${IDS_MAX} ids.`).optional();

export const documentChange = z.strictObject({
  type: oneOf(documentTypes).optional(),
  audience: oneOf(audiences).optional(),
  shareholder_id: plainText(200).optional().describe('The short form of one.'),
  shareholder_ids: ids.describe('Of the audience shareholders.'),
  share_class_ids: ids.describe('Of the audience share_classes.'),
});

interface Change {
  type: string | undefined;
  /** Absent: whoever sees it goes on to. `words`: who that is, for the history. */
  readers: (Readers & { words: string }) | undefined;
  /** Who newly sees it is not told: with many holders, that is most of the work. */
  isDry: boolean;
}

/**
 * In: what several documents become. Out: what changes one of them. Refuses, before any is changed: invalid_fields and unknown_field
 * (422), unknown_reference (422).
 */
export async function documentChanger(
  context: CommandContext,
  set: unknown,
  isDry: boolean,
): Promise<ChangeOne<Document>> {
  const parsed = documentChange.safeParse(set);
  if (!parsed.success) throw fromZod(parsed.error);
  const { type, ...asked } = parsed.data;
  const change: Change = { type, readers: undefined, isDry };
  if (Object.keys(asked).length > 0) {
    const readers = audienceOf(asked);
    // An upload without ids is for the company. A change has to say so: an empty list alone may be a mistake.
    if (asked.audience === undefined && readers.audience === 'company')
      throw invalidFields({ audience: 'Say who may see them.' });
    await refuseUnknownReaders(context, readers, asked.shareholder_id ? 'shareholder_id' : 'shareholder_ids');
    change.readers = { ...readers, words: await inWords(context, readers) };
  }
  return (current) => changeDocument(context, current, change);
}

/** Out: whether anything changed. Refuses: not_found (404), signed_form (409). */
async function changeDocument(context: CommandContext, { id, name }: Document, change: Change): Promise<boolean> {
  const { tx, actor } = context;
  const org = orgOf(actor);
  const stored = await storedFacts(tx, org, id);
  if (!stored) throw notFound();
  const { type = stored.type, readers = stored } = change;
  const isRetyped = type !== stored.type;
  const isReaddressed = !sameReaders(stored, readers);
  if (!isRetyped && !isReaddressed) return false;
  if (stored.is_signed)
    throw conflict(
      'signed_form',
      'The shareholder signed this form, so its type and who sees it stay. Leave it out, or ask the shareholder to sign a new one.',
    );
  const tells = isReaddressed && !change.isDry;
  const before = new Set(tells ? await holdersShown(context, id) : []);
  const { audience, shareholder_id } = audienceColumns(readers);
  await tx.write('update document set type = $3, audience = $4, shareholder_id = $5 where org_id = $1 and id = $2', [
    org,
    id,
    type,
    audience,
    shareholder_id,
  ]);
  if (isRetyped) {
    const word = (value: string) => wordOf(documents.fields.type, value);
    note(context, id, `changed the type of ${name} from ${word(stored.type)} to ${word(type)}`);
  }
  if (isReaddressed && change.readers) {
    await storeReaderIds(tx, org, id, readers);
    const shown = tells ? await holdersShown(context, id) : [];
    await tellReaders(
      context,
      id,
      name,
      shown.filter((holder) => !before.has(holder)),
    );
    const words = `changed who sees ${name} from ${await inWords(context, stored)} to ${change.readers.words}`;
    // It names holders, who do not learn of each other.
    note(context, id, words, 'company');
  }
  return true;
}

const note = (context: CommandContext, id: string, text: string, known_to?: 'company') =>
  recordActivity(context, { text, resource: 'documents', id, known_to });

interface Stored extends Readers {
  type: string;
  is_signed: boolean;
}

/** Locked, so that two changes follow each other: a signed form has no lock, because nobody may change it. */
async function storedFacts(tx: Tx, org: string, id: string): Promise<Stored | undefined> {
  await tx.rows('select 1 from document where org_id = $1 and id = $2 for update', [org, id]);
  const found = await tx.row<Omit<Stored, 'audience'> & { audience: DocumentAudience | null }>(
    `select d.type, d.audience,
       case when d.shareholder_id is not null then array[d.shareholder_id]
         else array(select r.shareholder_id from document_shareholder r where r.org_id = d.org_id and r.document_id = d.id) end as shareholder_ids,
       array(select r.share_class_id from document_class r where r.org_id = d.org_id and r.document_id = d.id) as share_class_ids,
       d.only_administrators
         or exists (select 1 from tax_profile t where t.org_id = d.org_id and t.document_id = d.id)
         or exists (select 1 from tax_profile_change t where t.org_id = d.org_id and t.document_id = d.id) as is_signed
     from document d where d.org_id = $1 and d.id = $2`,
    [org, id],
  );
  return (
    found && { ...found, audience: found.audience ?? (found.shareholder_ids.length > 0 ? 'shareholder' : 'company') }
  );
}

function sameReaders(one: Readers, other: Readers): boolean {
  const sorted = ({ audience, shareholder_ids, share_class_ids }: Readers) =>
    JSON.stringify([audience, shareholder_ids.toSorted(), share_class_ids.toSorted()]);
  return sorted(one) === sorted(other);
}

/** "the company only", "Ada Lovelace", "Ada Lovelace, Grace Hopper, Max Born and 4 others", "holders of Common", "all holders". */
async function inWords({ tx, actor }: CommandContext, readers: Readers): Promise<string> {
  if (readers.audience === 'company') return 'the company only';
  if (readers.audience === 'everyone') return 'all holders';
  const isClass = readers.audience === 'class';
  const rows = await tx.rows<{ name: string }>(
    `select name from ${isClass ? 'share_class' : 'shareholder'} where org_id = $1 and id = any ($2) order by name, id`,
    [actor.org_id, isClass ? readers.share_class_ids : readers.shareholder_ids],
  );
  const names = listed(rows.map(({ name }) => name));
  return isClass ? `holders of ${names}` : names;
}

const NAMED_MAX = 3;
function listed(names: readonly string[]): string {
  const others = names.length - NAMED_MAX;
  const shown = others > 0 ? [...names.slice(0, NAMED_MAX), `${others} ${others === 1 ? 'other' : 'others'}`] : names;
  return new Intl.ListFormat('en-GB').format(shown);
}
