// On a phone, a shareholder has the entries used most at the bottom.
import { say } from '#src/words/say.ts';
import { Link, useLocation } from 'react-router-dom';
import { Icon } from '../kit/icons.tsx';
import { useRole } from '../session/useMe.ts';
import { entryAt, menuEntries } from './menuEntries.ts';
import styles from './Menu.module.css';

const USED_MOST = ['dashboard', 'portfolio', 'payments', 'documents'];

export default function BottomBar() {
  const role = useRole();
  const { pathname } = useLocation();
  const groups = menuEntries(role);
  const current = entryAt(groups, pathname);
  return (
    <nav className={styles.bottom} aria-label={say`Used most`}>
      {groups
        .flatMap(({ entries }) => entries)
        .filter(({ name }) => USED_MOST.includes(name))
        .map((entry) => (
          <Link key={entry.to} to={entry.to} aria-current={entry === current ? 'page' : undefined}>
            <Icon name={entry.icon} />
            {entry.label}
          </Link>
        ))}
    </nav>
  );
}
