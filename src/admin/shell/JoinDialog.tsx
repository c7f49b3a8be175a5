// Joins another company; the open company stays open.
import { say } from '#src/words/say.ts';
import { ConsoleDialog } from '../kit/parts/ConsoleDialog.tsx';
import { AskToJoin } from './AskToJoin.tsx';

export default function JoinDialog({ onClose }: { onClose: () => void }) {
  return (
    <ConsoleDialog
      title={say`Join another company`}
      onClose={onClose}
      actions={
        <button type="button" className="btn text" onClick={onClose}>
          {say`Close`}
        </button>
      }
    >
      <p className="dialog-text">
        {say`Did a company email you an invitation? Open its link in this browser and accept it there. Otherwise ask to join here. The company appears in this menu once it has approved you.`}
      </p>
      <AskToJoin />
    </ConsoleDialog>
  );
}
