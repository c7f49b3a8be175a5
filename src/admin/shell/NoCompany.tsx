// For an account without a company: ask to join one, or create one.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
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
      <Card title={say`Create a company`} about={say`You become its owner.`} className={styles.banner}>
        <FoundCompany onBack={() => setFounds(false)} />
      </Card>
    );
  return (
    <div className={`alert warning ${styles.banner}`}>
      <Icon name="info" />
      <div>
        <p>
          <b>{say`You do not belong to a company yet.`}</b> {name ? say`${name} declined your request.` : ''}
        </p>
        <AskToJoin unknown={readUnknownCompany(id)} />
        <p className={styles.orFound}>
          {sayAround`Is your own company not on Sharebook yet? ${(
            <button type="button" className="link" onClick={() => setFounds(true)}>
              {say`Create a company`}
            </button>
          )}`}
        </p>
      </div>
    </div>
  );
}
