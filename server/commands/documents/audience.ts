// Who may see a document: read from what a body asks for, checked, and stored. Uploads and changes share it.
import { documentAudiences } from '#src/resources/documents.ts';
import type { DocumentAudience } from '#src/resources/documents.ts';
import { unknownReference } from '#server/data/refusals.ts';
import type { Tx } from '#server/db/database.ts';
import { orgOf } from '#server/auth/actor.ts';
import { invalidFields } from '../core/checked.ts';
import type { CommandContext } from '../core/context.ts';

export const IDS_MAX = 1000;

/** The words of the contract beside those that records have. */
const words = { all_holders: 'everyone', share_classes: 'class' } as const satisfies Record<string, DocumentAudience>;
export const audiences = [...documentAudiences, ...(Object.keys(words) as (keyof typeof words)[])] as const;

/** Ids are named once each. */
export interface Readers {
  audience: DocumentAudience;
  /** For the audiences of one and of several shareholders. */
  shareholder_ids: readonly string[];
  /** For the audience of a class: those who hold stock of one of these classes today. */
  share_class_ids: readonly string[];
}

interface AskedReaders {
  audience?: string | undefined;
  /** The short form of one. */
  shareholder_id?: string | undefined;
  shareholder_ids?: readonly string[] | undefined;
  share_class_ids?: readonly string[] | undefined;
}

/** The audience that a body names. Refuses: contradictory fields, and an audience without anybody (422). */
export function audienceOf(asked: AskedReaders): Readers {
  const one = asked.shareholder_id ? [asked.shareholder_id] : [];
  const shareholder_ids = [...new Set([...one, ...(asked.shareholder_ids ?? [])])];
  const share_class_ids = [...new Set(asked.share_class_ids)];
  if (shareholder_ids.length > 0 && share_class_ids.length > 0)
    throw invalidFields({ share_class_ids: 'Name shareholders or share classes, not both.' });
  const named =
    share_class_ids.length > 0
      ? 'class'
      : shareholder_ids.length > 1
        ? 'shareholders'
        : shareholder_ids.length === 1
          ? 'shareholder'
          : 'company';
  const word = asked.audience || named;
  const audience = Object.hasOwn(words, word) ? words[word as keyof typeof words] : word;
  const isEveryone = audience === 'everyone' && named === 'company';
  // "several" with one name counts as one.
  const isNamed = audience === named || (audience === 'shareholders' && named === 'shareholder');
  if (!(documentAudiences as readonly string[]).includes(audience))
    throw invalidFields({ audience: `This must be one of: ${audiences.join(', ')}.` });
  if (!isEveryone && !isNamed) {
    if (audience === 'class') throw invalidFields({ share_class_ids: 'Choose at least one share class.' });
    if (audience.startsWith('shareholder'))
      throw invalidFields({ shareholder_ids: 'Choose at least one shareholder.' });
    throw invalidFields({
      audience:
        'With this audience, others than the named shareholders and classes would see it too. Leave the names out.',
    });
  }
  return { audience: isEveryone ? 'everyone' : named, shareholder_ids, share_class_ids };
}

/** `field`: where the shareholders were named. Refuses: unknown_reference (422). */
export async function refuseUnknownReaders(
  { tx, actor }: CommandContext,
  { shareholder_ids, share_class_ids }: Readers,
  field: 'shareholder_id' | 'shareholder_ids',
): Promise<void> {
  const org = orgOf(actor);
  if ((await countOf(tx, 'shareholder', org, shareholder_ids)) < shareholder_ids.length)
    throw unknownReference(field, 'shareholder');
  if ((await countOf(tx, 'share_class', org, share_class_ids)) < share_class_ids.length)
    throw unknownReference('share_class_ids', 'share class');
}

async function countOf(tx: Tx, table: 'shareholder' | 'share_class', org: string, ids: readonly string[]) {
  if (ids.length === 0) return 0;
  return tx.rows(`select 1 from ${table} where org_id = $1 and id = any ($2)`, [org, ids]).then((rows) => rows.length);
}

/** The two columns of `document` that say it, where no list of ids does. */
export const audienceColumns = ({ audience, shareholder_ids }: Readers) => ({
  audience: audience === 'company' || audience === 'shareholder' ? null : audience,
  shareholder_id: audience === 'shareholder' ? shareholder_ids[0]! : null,
});

/** Writes the holders or classes of the audience; those of an earlier one go. */
export async function storeReaderIds(tx: Tx, org: string, id: string, readers: Readers): Promise<void> {
  const several = readers.audience === 'shareholders' ? readers.shareholder_ids : [];
  const lists = [
    ['document_shareholder', 'shareholder_id', several],
    ['document_class', 'share_class_id', readers.share_class_ids],
  ] as const;
  for (const [table, column, ids] of lists) {
    await tx.write(`delete from ${table} where org_id = $1 and document_id = $2 and ${column} <> all ($3::text[])`, [
      org,
      id,
      ids,
    ]);
    if (ids.length > 0)
      await tx.write(
        `insert into ${table} (org_id, document_id, ${column}) select $1, $2, u.id from unnest($3::text[]) as u (id) on conflict do nothing`,
        [org, id, ids],
      );
  }
}

/** The holders who may see it today. */
export async function holdersShown({ tx, actor }: CommandContext, id: string): Promise<string[]> {
  const rows = await tx.rows<{ holder: string }>(
    'select distinct shareholder_id as holder from document_shown_to where org_id = $1 and document_id = $2',
    [actor.org_id, id],
  );
  return rows.map(({ holder }) => holder);
}
