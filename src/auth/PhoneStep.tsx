// The sign-in step for an account recovered by email: its former phone was removed, and its owner adds their own.
import { say } from '../words/say.ts';
import { type FormEvent, useState } from 'react';
import { isCompletePhone, phoneForWire } from '../domain/phone.ts';
import { FailureAlert } from './Alert.tsx';
import { givePhone } from './accountApi.ts';
import { TextField } from './fields.tsx';
import { PhoneField } from './phone/PhoneField.tsx';
import { SmsConsent } from './SmsConsent.tsx';
import { SubmitButton } from './SubmitButton.tsx';
import { useSubmit } from './useSubmit.ts';

interface PhoneStepProps {
  challengeId: string;
  /** Called once a code has been sent to the phone; another can be requested. */
  onSent: (sendAgain: () => Promise<{ message?: string }>) => void;
  onBack: () => void;
}

export function PhoneStep({ challengeId, onSent, onBack }: PhoneStepProps) {
  const [phone, setPhone] = useState('');
  const [consent, setConsent] = useState(false);
  const { busy, failure, submit } = useSubmit();
  const [names, setNames] = useState({ first_name: '', last_name: '' });
  const isNamed = names.first_name.trim() !== '' && names.last_name.trim() !== '';
  const ready = isCompletePhone(phone) && consent && isNamed;

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (!ready) return;
    void submit('Phone', say`The code could not be sent. Please try again.`, async () => {
      const send = () =>
        givePhone({ challenge_id: challengeId, ...names, phone: phoneForWire(phone), sms_consent: true });
      await send();
      onSent(send);
    });
  }

  return (
    <>
      <h1>{say`Add your phone`}</h1>
      <p className="sub">
        {say`Setting a new password signed everyone else out of this account and removed its former phone. We now send a code to your own phone, and again whenever you sign in. Enter your name as well: the former one may be somebody else’s.`}
      </p>
      <FailureAlert failure={failure} />
      <form onSubmit={onSubmit} noValidate>
        <TextField
          label={say`First Name`}
          name="first_name"
          autoComplete="given-name"
          value={names.first_name}
          onChange={(first_name) => setNames({ ...names, first_name })}
          disabled={busy}
          wrong={failure?.fields.first_name}
          focusFirst
        />
        <TextField
          label={say`Last Name`}
          name="last_name"
          autoComplete="family-name"
          value={names.last_name}
          onChange={(last_name) => setNames({ ...names, last_name })}
          disabled={busy}
          wrong={failure?.fields.last_name}
        />
        <PhoneField value={phone} onChange={setPhone} disabled={busy} wrong={failure?.fields.phone} />
        <SmsConsent given={consent} onChange={setConsent} disabled={busy} />
        <div className="form-stack">
          <SubmitButton label={say`Send Code`} busyLabel={say`Sending...`} busy={busy} ready={ready} />
          <button type="button" className="btn text wide" disabled={busy} onClick={onBack}>
            {say`Back to Login`}
          </button>
        </div>
      </form>
    </>
  );
}
