// The step of signing in to an account that its mailbox took back: it has no phone any more, and its owner names theirs.
import { type FormEvent, useState } from 'react';
import { isCompletePhone, phoneForWire } from '../domain/phone.ts';
import { FailureAlert } from './Alert.tsx';
import { givePhone } from './authApi.ts';
import { PhoneField } from './PhoneField.tsx';
import { SmsConsent } from './SmsConsent.tsx';
import { SubmitButton } from './SubmitButton.tsx';
import { useSubmit } from './useSubmit.ts';

interface PhoneStepProps {
  email: string;
  password: string;
  /** A code is on its way to the phone. */
  onSent: () => void;
  onBack: () => void;
}

export function PhoneStep({ email, password, onSent, onBack }: PhoneStepProps) {
  const [phone, setPhone] = useState('');
  const [consent, setConsent] = useState(false);
  const { busy, failure, submit } = useSubmit();
  const ready = isCompletePhone(phone) && consent;

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (!ready) return;
    void submit('Phone', 'The code could not be sent. Please try again.', async () => {
      await givePhone({ email, password, phone: phoneForWire(phone), sms_consent: true });
      onSent();
    });
  }

  return (
    <>
      <h1>Add your phone</h1>
      <p className="sub">
        Your new password took this account out of any other hands, and its former phone with it. A code is sent to your
        own phone now and whenever you sign in.
      </p>
      <FailureAlert failure={failure} />
      <form onSubmit={onSubmit} noValidate>
        <PhoneField value={phone} onChange={setPhone} disabled={busy} wrong={failure?.fields.phone} />
        <SmsConsent given={consent} onChange={setConsent} disabled={busy} />
        <div className="form-stack">
          <SubmitButton label="Send Code" busyLabel="Sending..." busy={busy} ready={ready} />
          <button type="button" className="btn btn-text btn-wide" disabled={busy} onClick={onBack}>
            Back to Login
          </button>
        </div>
      </form>
    </>
  );
}
