// Tells holders of the documents that they may see only since an entry made them holders: those shown to all holders, and to the
// holders of a class.
import { withSeparators } from '#src/domain/figures/decimal.ts';
import type { Interpretation } from '#src/domain/ledger/core/interpret.ts';
import type { NoticeWords } from '#src/resources/notices.ts';
import { addNotices } from '#server/data/notices.ts';
import type { Told } from '#server/data/notices.ts';
import type { CommandContext } from '../core/context.ts';

type Shown = { holder: string; id: string; document: string };

/**
 * In: what is about to be recorded. Out: to be called after it was, tells each holder of new securities once, however many
 * documents they are newly shown; the notice names the newest.
 */
export async function watchDocuments(
  context: CommandContext,
  { effects }: Pick<Interpretation, 'effects'>,
): Promise<() => Promise<void>> {
  const holders = [...new Set(effects.securities.map(({ stakeholder_id }) => stakeholder_id))];
  const before = new Set((await shownTo(context, holders)).map(keyOf));
  return async () => {
    const fresh = (await shownTo(context, holders)).filter((shown) => !before.has(keyOf(shown)));
    const told = [...Map.groupBy(fresh, ({ holder }) => holder)].map(([holder, documents]): Told => {
      const [{ id, document }] = documents as [Shown];
      const words: NoticeWords = { document };
      if (documents.length > 1) words.more = withSeparators(String(documents.length - 1));
      return { id, holder, words };
    });
    await addNotices(context, { kind: 'document_shown', resource: 'documents', event: 'shown', told });
  };
}

const keyOf = ({ holder, id }: Shown) => `${id} ${holder}`;

/** The newest first. */
const shownTo = async ({ tx, actor }: CommandContext, holders: readonly string[]): Promise<Shown[]> =>
  holders.length === 0
    ? []
    : tx.rows<Shown>(
        `select distinct v.shareholder_id as holder, d.id, d.name as document, d.created_at
         from document d join document_shown_to v on v.org_id = d.org_id and v.document_id = d.id
         where d.org_id = $1 and d.audience in ('class', 'everyone') and v.shareholder_id = any ($2)
         order by d.created_at desc, d.id`,
        [actor.org_id, holders],
      );
