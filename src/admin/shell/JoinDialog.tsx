// Joins another company; the open company stays open.
import { ConsoleDialog } from '../kit/parts/ConsoleDialog.tsx';
import { AskToJoin } from './AskToJoin.tsx';

export default function JoinDialog({ onClose }: { onClose: () => void }) {
  return (
    <ConsoleDialog
      title="Join another company"
      onClose={onClose}
      actions={
        <button type="button" className="btn text" onClick={onClose}>
          Close
        </button>
      }
    >
      <p className="dialog-text">
        Did a company email you an invitation? Open its link in this browser and accept it there. Otherwise ask to join
        here. The company appears in this menu once it has approved you.
      </p>
      <AskToJoin />
    </ConsoleDialog>
  );
}
