// The keys of the console, behind `?`.
import { ConsoleDialog } from '../kit/parts/ConsoleDialog.tsx';

const keys: Array<[string, string]> = [
  ['/', 'Go to the search of this list'],
  ['?', 'Show these keys'],
  ['Esc', 'Close a dialog, a menu or the navigation'],
  ['Tab', 'Next control; with Shift the one before'],
  ['Enter', 'Open a link, press a button, send a form'],
  ['↑ ↓', 'Move in an open menu or list of choices'],
];

export default function KeyHelp({ onClose }: { onClose: () => void }) {
  return (
    <ConsoleDialog
      title="Keys"
      onClose={onClose}
      actions={
        <button type="button" className="btn primary" onClick={onClose}>
          Close
        </button>
      }
    >
      <dl>
        {keys.map(([key, meaning]) => (
          <div key={key}>
            <dt>{meaning}</dt>
            <dd>
              <kbd>{key}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </ConsoleDialog>
  );
}
