// The console's keyboard shortcuts, opened with `?`.
import { ConsoleDialog } from '../kit/parts/ConsoleDialog.tsx';
import { useRole } from '../session/useMe.ts';
import { goKeys } from './letterKeys.ts';
import { menuEntries } from './menuEntries.ts';

const keys: Array<[string, string]> = [
  ['Ctrl K', 'Search everything'],
  ['/', 'Search this list'],
  ['n', 'New: the first action of this list'],
  ['j k', 'Next and previous row'],
  ['Enter', 'Open the row or link, press a button, send a form'],
  ['e', 'Edit this record'],
  ['?', 'Show these shortcuts'],
  ['Esc', 'Close a dialog, a menu or the navigation'],
  ['Tab', 'Next control (with Shift, previous control)'],
  ['↑ ↓', 'Move through an open menu or list of choices'],
];

export default function KeyHelp({ onClose }: { onClose: () => void }) {
  const entries = menuEntries(useRole()).flatMap((group) => group.entries);
  const pages = Object.entries(goKeys).flatMap(([key, name]): [string, string][] =>
    entries.filter((entry) => (entry.section ?? entry.name) === name).map(({ label }) => [`g ${key}`, label]),
  );
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
        {[...keys, ...pages].map(([key, meaning]) => (
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
