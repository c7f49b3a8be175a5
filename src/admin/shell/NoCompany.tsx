// For an account without a company: ask to join one, or create one.
import { useState } from 'react';
import { readUnknownCompany } from '#src/auth/signup/signupWaiting.ts';
import { Icon } from '../kit/icons.tsx';
import { Card } from '../kit/parts/Card.tsx';
import { AskToJoin } from './AskToJoin.tsx';
import { FoundCompany } from './FoundCompany.tsx';
import styles from './shell.module.css';

export default function NoCompany({ id, name }: { id: string; name: string }) {
  const [founds, setFounds] = useState(false);
  if (founds)
    return (
      <Card title="Create a company" about="You become its owner." className={styles.banner}>
        <FoundCompany onBack={() => setFounds(false)} />
      </Card>
    );
  return (
    <div className={`alert warning ${styles.banner}`}>
      <Icon name="info" />
      <div>
        <p>
          <b>You do not belong to a company yet.</b> {name ? `${name} declined your request.` : ''}
        </p>
        <AskToJoin unknown={readUnknownCompany(id)} />
        <p className={styles.orFound}>
          Is your own company not on Sharebook yet?{' '}
          <button type="button" className="link" onClick={() => setFounds(true)}>
            Create a company
          </button>
        </p>
      </div>
    </div>
  );
}
