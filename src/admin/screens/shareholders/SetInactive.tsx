// Asks before a shareholder is set inactive: shows what they hold and what ends, and offers to end only portal access.
import { figuresLocale } from '#src/words/figures.ts';
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { shownEmail } from '#src/domain/shownEmail.ts';
import { certificates } from '#src/resources/certificates.ts';
import { convertibles } from '#src/resources/convertibles.ts';
import { grants } from '#src/resources/grants.ts';
import { payments } from '#src/resources/payments.ts';
import type { Shareholder } from '#src/resources/shareholders.ts';
import { warrants } from '#src/resources/warrants.ts';
import { plural } from '#src/admin/kit/format.ts';
import type { EditQuestionProps } from '#src/admin/kit/form/ResourceForm.tsx';
import { ConfirmDialog } from '#src/admin/kit/parts/ConfirmDialog.tsx';
import { useAct } from '#src/admin/kit/parts/useAct.ts';
import { useConsoleData } from '#src/admin/session/useRead.ts';
import { useCommand } from '#src/admin/kit/verbs/useCommand.ts';
import { portalOf } from '#src/resources/shareholders.ts';
import { useRelatedCount } from '#src/admin/kit/list/RelatedTable.tsx';

export default function SetInactive({ record: edited, onConfirm, onClose, onInstead }: EditQuestionProps) {
  const record = edited as EditQuestionProps['record'] & Shareholder;
  const dataProvider = useConsoleData();
  const runCommand = useCommand();
  const { act, isBusy, problem } = useAct();
  const portal = portalOf(record);
  const name = record.name;

  const unlink = () =>
    act(say`Access was not removed.`, async () => {
      await runCommand([record.id, 'unlink'], (options) =>
        dataProvider.command('shareholders', record.id, 'unlink', {}, options),
      );
      onInstead(say`The portal access was removed`);
    });

  return (
    <ConfirmDialog
      title={say`Set ${name} inactive?`}
      keepLabel={say`Keep active`}
      confirmLabel={say`Set inactive`}
      isBusy={isBusy}
      problem={problem}
      onClose={onClose}
      onConfirm={onConfirm}
      other={
        portal.state === 'linked' && (
          <button type="button" className="btn" disabled={isBusy} onClick={() => void unlink()}>
            {say`Remove portal access only`}
          </button>
        )
      }
    >
      <div className="dialog-text">
        <StillHeld id={record.id} name={name} />
        {portal.state === 'linked' && (
          <p>
            {sayAround`The account of ${(<b>{shownEmail(portal.email ?? '')}</b>)} loses access as this shareholder immediately. It regains access when the shareholder is set active again, unless it has been linked to another shareholder meanwhile. To remove access permanently, choose “Remove portal access only”.`}
          </p>
        )}
        {portal.state === 'invited' && (
          <p>{sayAround`The invitation to ${(<b>{shownEmail(portal.email ?? '')}</b>)} will no longer work.`}</p>
        )}
      </div>
    </ConfirmDialog>
  );
}

function StillHeld({ id, name }: { id: string; name: string }) {
  const counts = [
    [
      useRelatedCount(certificates, { shareholder_id: id, status: 'active' }),
      say`active certificate`,
      say`active certificates`,
    ],
    [useRelatedCount(grants, { shareholder_id: id, status: 'active' }), say`grant`, say`grants`],
    [useRelatedCount(convertibles, { shareholder_id: id, status: 'outstanding' }), say`convertible`, say`convertibles`],
    [useRelatedCount(warrants, { shareholder_id: id, status: 'active' }), say`warrant`, say`warrants`],
    [useRelatedCount(payments, { shareholder_id: id, status: 'pending' }), say`pending payment`, say`pending payments`],
  ] as const;
  if (counts.some(([count]) => count === undefined)) return <p>{sayAround`Checking what ${name} holds…`}</p>;
  const held = counts.flatMap(([count, one, many]) => (count ? [plural(count, one, many)] : []));
  if (held.length === 0) return <p>{sayAround`${name} holds nothing today.`}</p>;
  return (
    <p>
      {sayAround`${name} still holds ${(<b>{new Intl.ListFormat(figuresLocale()).format(held)}</b>)}. They keep all of it, and it counts as before.`}
    </p>
  );
}
