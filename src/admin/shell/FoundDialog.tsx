// Creates another company with the same account; those that it belongs to stay in the switcher.
import { say } from '#src/words/say.ts';
import { ConsoleDialog } from '../kit/parts/ConsoleDialog.tsx';
import { FoundCompany } from './FoundCompany.tsx';

export default function FoundDialog({ onClose }: { onClose: () => void }) {
  return (
    <ConsoleDialog title={say`Create another company`} onClose={onClose}>
      <p className="dialog-text">
        {say`You become its owner, with the account that you have now. You find both companies in this menu.`}
      </p>
      <FoundCompany onBack={onClose} back={say`Cancel`} />
    </ConsoleDialog>
  );
}
