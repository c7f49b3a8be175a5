// The public page of a certificate's code. The build renders it once; the server puts the certificate's details in
// the places marked __LIKE_THIS__, and nothing else of it ever reaches the page.
import { say } from '../words/say.ts';
import type { ReactNode } from 'react';
import { CircleMark } from '../publicEntry/CircleMark.tsx';
import { PublicShell } from './PublicShell.tsx';

export type VerifyKind = 'start' | 'valid' | 'upcoming' | 'closed' | 'void' | 'unknown' | 'paused';

const verdicts: Record<Exclude<VerifyKind, 'start'>, { tone: string; mark: string; title: string; text: string }> = {
  valid: {
    tone: 'ok',
    mark: 'M8 12.3l2.8 2.8L16 9.6',
    title: say`This certificate is valid`,
    text: say`It is in force in the company’s ledger, checked on __CHECKED_AT__.`,
  },
  upcoming: {
    tone: '',
    mark: 'M12 7v5l3 2',
    title: say`This certificate is not in force yet`,
    text: say`Its issue date is still in the future, checked on __CHECKED_AT__. Until then it gives no right to shares.`,
  },
  closed: {
    tone: 'no',
    mark: 'M5.8 5.8l12.4 12.4',
    title: say`This certificate is no longer valid`,
    text: say`It is closed and gives no right to shares, checked on __CHECKED_AT__.`,
  },
  void: {
    tone: 'no',
    mark: 'M5.8 5.8l12.4 12.4',
    title: say`This certificate was never valid`,
    text: say`The company took back its issue. It gives no right to shares.`,
  },
  unknown: {
    tone: '',
    mark: 'M12 11v5.5M12 7.6v.1',
    title: say`No certificate has this code`,
    text: say`Nothing was found for __CODE__. Check each letter and digit against the certificate; the letters I, L, O and U are never used.`,
  },
  paused: {
    tone: '',
    mark: 'M12 11v5.5M12 7.6v.1',
    title: say`Checking is paused for a while`,
    text: say`Ten codes checked from your network within an hour were not found. Try again later, or ask the company.`,
  },
};

export const verifyTitle = (kind: VerifyKind) => (kind === 'start' ? say`Verify a certificate` : verdicts[kind].title);

export function Verify({ kind }: { kind: VerifyKind }) {
  return (
    <PublicShell quiet>
      <main className="verify" id="main" tabIndex={-1}>
        {kind === 'start' ? (
          <div className="verify-start">
            <h1>{say`Verify a certificate`}</h1>
            <p>
              {say`Enter the code printed under the QR code. You will see the certificate’s company, class, quantity and status.`}
            </p>
          </div>
        ) : (
          <Verdict kind={kind} />
        )}
        <section className="lookup">
          <form action="/verify" method="get">
            <div>
              <label htmlFor="code">{kind === 'start' ? say`Code` : say`Check another certificate`}</label>
              <input
                id="code"
                aria-describedby="code-help"
                name="code"
                placeholder={say`XXXX-XXXX-XXXX`}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                maxLength={20}
                required
              />
            </div>
            <button className="btn" type="submit">
              {say`Verify`}
            </button>
          </form>
          <p className="help" id="code-help">
            {say`The code is printed under the QR code on the certificate.`}
          </p>
        </section>
      </main>
    </PublicShell>
  );
}

function Verdict({ kind }: { kind: Exclude<VerifyKind, 'start'> }) {
  const { tone, mark, title, text } = verdicts[kind];
  return (
    <section className="verdict">
      <div className={`verdict-head ${tone}`.trim()}>
        <CircleMark path={mark} size={28} />
        <div>
          <h1>{title}</h1>
          <p>{text}</p>
        </div>
      </div>
      {(kind === 'valid' || kind === 'upcoming' || kind === 'closed') && (
        <dl className="facts">
          <Fact label={say`Code`}>__CODE__</Fact>
          <Fact label={say`Company`}>__COMPANY__</Fact>
          <Fact label={say`Status`}>
            <span className={kind === 'valid' ? 'chip chip-success' : 'chip'}>__STATUS__</span>
          </Fact>
          <Fact label={say`Class`}>__SHARE_CLASS__</Fact>
          <Fact label={kind === 'closed' ? say`Quantity when closed` : say`Quantity`} big>
            __QUANTITY__
          </Fact>
        </dl>
      )}
      {kind === 'void' && (
        <dl className="facts">
          <Fact label={say`Code`}>__CODE__</Fact>
          <Fact label={say`Company`}>__COMPANY__</Fact>
        </dl>
      )}
      <p className="verdict-foot">{foot[kind]}</p>
    </section>
  );
}

const foot: Record<Exclude<VerifyKind, 'start'>, string> = {
  valid: say`Compare these with the paper or PDF you were shown. If one differs, do not rely on it and ask the company. The holder’s name is never shown here.`,
  upcoming: say`Check it again on its issue date. The holder’s name is never shown here.`,
  closed: say`If someone offers you this certificate, do not rely on it. Ask the company for the current one. The holder’s name is never shown here.`,
  void: say`If someone offers you this certificate, do not rely on it. Ask the company.`,
  unknown: say`After ten codes that are not found within an hour, checking is paused for a while.`,
  paused: say`Codes that are found do not count toward the limit.`,
};

function Fact({ label, big = false, children }: { label: string; big?: boolean; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={big ? 'big' : undefined}>{children}</dd>
    </div>
  );
}
