// The console's keyboard shortcuts, opened with `?`.
import { say } from '#src/words/say.ts';
import { useState } from 'react';
import { ConsoleDialog } from '../kit/parts/ConsoleDialog.tsx';
import { useRole } from '../session/useMe.ts';
import { goKeys } from './letterKeys.ts';
import { menuEntries } from './menuEntries.ts';

const keys: Array<[string, string]> = [
  [say`Ctrl K`, say`Search everything`],
  ['/', say`Search this list`],
  ['n', say`New: the first action of this list`],
  ['j k', say`Next and previous row`],
  ['Enter', say`Open the row or link, press a button, send a form`],
  ['e', say`Edit this record, or that of the row`],
  ['?', say`Show these shortcuts`],
  ['Esc', say`Close a dialog, a menu or the navigation`],
  ['Tab', say`Next control (with Shift, previous control)`],
  ['↑ ↓', say`Move through an open menu or list of choices`],
];

export default function KeyHelp({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useState(!localStorage.single_keys);
  const entries = menuEntries(useRole()).flatMap((group) => group.entries);
  const pages = Object.entries(goKeys).flatMap(([key, name]): [string, string][] =>
    entries.filter((entry) => (entry.section ?? entry.name) === name).map(({ label }) => [`g ${key}`, label]),
  );
  return (
    <ConsoleDialog
      title={say`Keyboard shortcuts`}
      onClose={onClose}
      actions={
        <button type="button" className="btn primary" onClick={onClose}>
          {say`Close`}
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
      <label className="t13">
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target: { checked } }) => {
            if (checked) localStorage.removeItem('single_keys');
            else localStorage.setItem('single_keys', 'off');
            setOn(checked);
          }}
        />{' '}
        {say`Use keys without Ctrl`}
      </label>
    </ConsoleDialog>
  );
}
