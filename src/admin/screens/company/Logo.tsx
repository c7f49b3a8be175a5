// The company's logo in the settings: what it looks like, another one, and its removal.
import { say } from '#src/words/say.ts';
import { useRef } from 'react';
import { useNotify } from 'react-admin';
import { Card } from '#src/admin/kit/parts/Card.tsx';
import { useAct } from '#src/admin/kit/parts/useAct.ts';
import { useCommand } from '#src/admin/kit/verbs/useCommand.ts';
import { useCompanyLogo } from '#src/admin/session/useCompanyLogo.ts';
import { useConsoleData } from '#src/admin/session/useRead.ts';
import styles from './company.module.css';

const PATH = '/api/organization/logo';
const MAX = 200 * 1024;

export default function Logo() {
  const dataProvider = useConsoleData();
  const runCommand = useCommand();
  const notify = useNotify();
  const logo = useCompanyLogo();
  const input = useRef<HTMLInputElement>(null);
  const { act, isBusy, problem, setProblem } = useAct();

  const run = (method: 'PUT' | 'DELETE', file: File | null, done: string) =>
    act(say`The logo is as before.`, async () => {
      const body = file && new FormData();
      if (file) body!.append('file', file, file.name);
      await runCommand([method, file?.name, file?.size], () => dataProvider.send(method, PATH, body ?? undefined));
      notify(done, { type: 'success' });
    });
  const choose = (file: File | undefined) => {
    if (!file) return;
    // The file may be chosen again after it was corrected.
    input.current!.value = '';
    if (file.size > MAX) setProblem(say`A logo has at most 200 kB. Scale it down, such as to 800 by 400 pixels.`);
    else void run('PUT', file, say`The logo was changed`);
  };

  return (
    <Card
      title={say`Logo`}
      about={say`Shown at the head of the portal and printed on certificates. A PNG or JPEG picture of at most 200 kB, square or wide.`}
    >
      {logo ? (
        <img className={styles.logo} src={logo} alt={say`The company’s logo`} />
      ) : (
        <p className="mut">{say`No logo yet. The portal shows the company’s initials.`}</p>
      )}
      {problem && (
        <p className={`alert error ${styles.logoProblem}`} role="alert">
          {problem}
        </p>
      )}
      <div className="acts formacts">
        {logo && (
          <button
            type="button"
            className="btn danger"
            disabled={isBusy}
            onClick={() => void run('DELETE', null, say`The logo was removed`)}
          >
            {say`Remove logo`}
          </button>
        )}
        <button type="button" className="btn" disabled={isBusy} onClick={() => input.current?.click()}>
          {isBusy ? say`Working…` : logo ? say`Change logo` : say`Upload logo`}
        </button>
        <input
          ref={input}
          type="file"
          className="vh"
          tabIndex={-1}
          aria-label={say`Logo`}
          accept="image/png,image/jpeg"
          onChange={(event) => choose(event.target.files?.[0])}
        />
      </div>
    </Card>
  );
}
