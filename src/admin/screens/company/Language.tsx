// The language of the person's pages, mails and papers.
import { say } from '#src/words/say.ts';
import { locales } from '#src/words/locales.ts';
import { Card } from '#src/admin/kit/parts/Card.tsx';
import { useAct } from '#src/admin/kit/parts/useAct.ts';
import { useMe } from '#src/admin/session/useMe.ts';
import { useConsoleData } from '#src/admin/session/useRead.ts';
import { Problem } from './Problem.tsx';
import styles from './company.module.css';

const ID = 'language';

export function Language() {
  const { user } = useMe();
  const dataProvider = useConsoleData();
  const { act, isBusy, problem } = useAct();
  const choose = (locale: string) =>
    act(say`The language was not changed.`, async () => {
      await dataProvider.send('PUT', '/api/auth/me', { locale: locale || null });
      // Its texts are in code of their own.
      location.reload();
      return 'leaving';
    });
  return (
    <Card title={say`Language`} about={say`Of these pages, and of the mails and papers that are made for you.`}>
      <div className={styles.language}>
        <label htmlFor={ID}>{say`Language`}</label>
        <select
          id={ID}
          className="input"
          value={user.locale ?? ''}
          disabled={isBusy}
          onChange={(event) => void choose(event.target.value)}
        >
          <option value="">{say`As your browser asks`}</option>
          {Object.entries(locales).map(([locale, name]) => (
            <option key={locale} value={locale} lang={locale}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <Problem text={problem} />
    </Card>
  );
}
