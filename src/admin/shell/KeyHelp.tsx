// The console's keyboard shortcuts, opened with `?`.
import { ConsoleDialog } from '../kit/parts/ConsoleDialog.tsx';

const keys: Array<[string, string]> = [
  ['/', 'Search this list'],
  ['?', 'Show these shortcuts'],
  ['Esc', 'Close a dialog, a menu or the navigation'],
  ['Tab', 'Next control (with Shift, previous control)'],
  ['Enter', 'Open a link, press a button, send a form'],
  ['↑ ↓', 'Move through an open menu or list of choices'],
];

export default function KeyHelp({ onClose }: { onClose: () => void }) {
  return (
    <ConsoleDialog
      title="Keyboard shortcuts"
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
