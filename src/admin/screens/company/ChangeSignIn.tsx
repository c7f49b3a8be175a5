// Changes the signed-in person's email address, phone or password. A new address and a new number are proved first.
import { say } from '#src/words/say.ts';
import { sayAround } from '#src/words/sayAround.ts';
import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { PasswordStrength } from '#src/auth/PasswordStrength.tsx';
import { PhoneEntry } from '#src/auth/phone/PhoneField.tsx';
import { isCompletePhone, phoneForWire } from '#src/domain/phone.ts';
import { ConsoleDialog } from '#src/admin/kit/parts/ConsoleDialog.tsx';
import { reasonAlone, useAct } from '#src/admin/kit/parts/useAct.ts';
import type { Acting } from '#src/admin/kit/parts/useAct.ts';
import { useMe } from '#src/admin/session/useMe.ts';
import { useConsoleData } from '#src/admin/session/useRead.ts';
import { Box, consoleLook } from './signInBoxes.tsx';

export type SignInDetail = 'email' | 'phone' | 'password';

const titles: Record<SignInDetail, string> = {
  email: say`Change your email address`,
  phone: say`Change your phone`,
  password: say`Change your password`,
};

export default function ChangeSignIn({ detail, onClose }: { detail: SignInDetail; onClose: () => void }) {
  const Step = { email: EmailForm, phone: PhoneForms, password: PasswordForm }[detail];
  const acting = useAct({ words: reasonAlone });
  return (
    <ConsoleDialog title={titles[detail]} onClose={onClose} isBusy={acting.isBusy}>
      <Step onClose={onClose} acting={acting} />
    </ConsoleDialog>
  );
}

interface StepProps {
  onClose: () => void;
  acting: Acting;
}

/** Sends, and keeps the refusal: a sentence, and messages by field. Answers null where it was refused. */
function useSend({ act, problem: sentence }: Acting) {
  const dataProvider = useConsoleData();
  const [fields, setFields] = useState<Record<string, string>>({});
  const send = async (path: string, body: object): Promise<{ message?: string } | null> => {
    let answer: { message?: string } = {};
    const acted = await act(`POST ${path} failed`, async () => {
      answer = (await dataProvider.send<{ message?: string }>('POST', path, body)) ?? {};
    });
    setFields(acted.fields ?? {});
    return acted.isDone ? answer : null;
  };
  return { send, problem: sentence === null ? null : { sentence, fields } };
}

function EmailForm({ onClose, acting }: StepProps) {
  const { isBusy } = acting;
  const { send, problem } = useSend(acting);
  const [email, setEmail] = useState('');
  const [sent, setSent] = useState<string | null>(null);
  const submit = async () => {
    const answer = await send('/api/auth/email', { email: email.trim() });
    if (answer) setSent(answer.message ?? '');
  };
  if (sent !== null)
    return (
      <>
        <output className="dialog-text">{sayAround`${sent} Until then you sign in with the present address.`}</output>
        <div className="acts">
          <button type="button" className="btn primary" onClick={onClose}>
            {say`Close`}
          </button>
        </div>
      </>
    );
  return (
    <Asking
      onSubmit={submit}
      problem={problem}
      isBusy={isBusy}
      isReady={email.includes('@')}
      onClose={onClose}
      label={say`Send link`}
    >
      <p className="dialog-text">{say`We mail a link to the new address. The change counts once you open it.`}</p>
      <Box
        name="email"
        label={say`New email address`}
        type="email"
        value={email}
        onChange={setEmail}
        error={problem?.fields.email}
      />
    </Asking>
  );
}

function PhoneForms({ onClose, acting }: StepProps) {
  const { isBusy } = acting;
  const { send, problem } = useSend(acting);
  const done = useDone(onClose);
  const [phone, setPhone] = useState('');
  const [code, setCode] = useState('');
  const [isSent, setSent] = useState(false);
  if (!isSent)
    return (
      <Asking
        onSubmit={async () => setSent((await send('/api/auth/phone', { phone: phoneForWire(phone) })) !== null)}
        problem={problem}
        isBusy={isBusy}
        isReady={isCompletePhone(phone)}
        onClose={onClose}
        label={say`Send code`}
      >
        <p className="dialog-text">
          {say`We text a code to the new number. By giving it you agree to receive verification codes there, as you did at sign-up.`}
        </p>
        <PhoneEntry
          label={say`New phone`}
          value={phone}
          onChange={setPhone}
          disabled={isBusy}
          wrong={problem?.fields.phone}
          look={consoleLook}
        />
      </Asking>
    );
  return (
    <Asking
      onSubmit={async () => {
        if (await send('/api/auth/phone/verify', { code })) done(say`Your phone was changed`);
      }}
      problem={problem}
      isBusy={isBusy}
      isReady={code.length === 6}
      onClose={onClose}
      label={say`Change phone`}
    >
      <output className="dialog-text">{sayAround`We sent a code to ${phone}.`}</output>
      <Box
        key="code"
        name="code"
        label={say`Code`}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={(typed) => setCode(typed.replace(/\D/g, '').slice(0, 6))}
        error={problem?.fields.code}
      />
    </Asking>
  );
}

function PasswordForm({ onClose, acting }: StepProps) {
  const { isBusy } = acting;
  const { send, problem } = useSend(acting);
  const done = useDone(onClose);
  const { user, memberships } = useMe();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [again, setAgain] = useState('');
  const differs = again !== '' && again !== next;
  return (
    <Asking
      onSubmit={async () => {
        if (await send('/api/auth/password', { current_password: current, new_password: next }))
          done(say`Your password was changed`);
      }}
      problem={problem}
      isBusy={isBusy}
      isReady={current !== '' && next !== '' && again === next}
      onClose={onClose}
      label={say`Change password`}
    >
      <Box
        name="current_password"
        label={say`Current password`}
        type="password"
        autoComplete="current-password"
        value={current}
        onChange={setCurrent}
        error={problem?.fields.current_password}
      />
      <Box
        name="new_password"
        label={say`New password`}
        type="password"
        autoComplete="new-password"
        value={next}
        onChange={setNext}
        error={problem?.fields.new_password}
      />
      <PasswordStrength
        password={next}
        known={[
          user.email,
          user.first_name,
          user.last_name,
          ...memberships.flatMap((company) => [company.client_name, company.client_display_name]),
        ]}
      />
      <Box
        name="new_password_again"
        label={say`New password again`}
        type="password"
        autoComplete="new-password"
        value={again}
        onChange={setAgain}
        error={differs ? say`The two passwords are not the same.` : undefined}
      />
    </Asking>
  );
}

function useDone(onClose: () => void) {
  const notify = useNotify();
  const queryClient = useQueryClient();
  return (text: string) => {
    notify(text, { type: 'success' });
    void queryClient.invalidateQueries();
    onClose();
  };
}

interface AskingProps {
  onSubmit: () => Promise<void>;
  problem: { sentence: string; fields: Record<string, string> } | null;
  isBusy: boolean;
  isReady: boolean;
  onClose: () => void;
  label: string;
  children: ReactNode;
}

function Asking({ onSubmit, problem, isBusy, isReady, onClose, label, children }: AskingProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady && !isBusy) void onSubmit();
  };
  return (
    <form onSubmit={submit} noValidate>
      {problem && Object.keys(problem.fields).length === 0 && (
        <p className="alert error" role="alert">
          {problem.sentence}
        </p>
      )}
      <div className="form">{children}</div>
      <div className="acts">
        <button type="button" className="btn" disabled={isBusy} onClick={onClose}>
          {say`Cancel`}
        </button>
        <button type="submit" className="btn primary" disabled={isBusy || !isReady}>
          {isBusy ? say`Working…` : label}
        </button>
      </div>
    </form>
  );
}
