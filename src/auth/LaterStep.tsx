// What follows the password at /login: the second factor, or the phone of an account that was recovered by email. Its code is
// fetched once the server has asked for one of them.
import { provePhone, resendCode, verify2fa } from './accountApi.ts';
import { type PhoneNeeded, type TwoFactorNeeded } from './authApi.ts';
import { useState } from 'react';
import { FactorStep } from './FactorStep.tsx';
import { PhoneStep } from './PhoneStep.tsx';
import type { Session } from './session.ts';
import { TwoFactorStep } from './TwoFactorStep.tsx';
import type { Outcome } from './useSubmit.ts';

interface LaterStepProps {
  needed: TwoFactorNeeded | PhoneNeeded;
  onVerified: (session: Session) => Promise<Outcome>;
  onBack: () => void;
}

export function LaterStep({ needed, onVerified, onBack }: LaterStepProps) {
  // How another code is sent to the phone that was given; null before.
  const [sendAgain, setSendAgain] = useState<(() => Promise<{ message?: string }>) | null>(null);
  const { challenge_id = '' } = needed;
  if ('needs_phone' in needed) {
    if (!sendAgain)
      return <PhoneStep challengeId={challenge_id} onSent={(again) => setSendAgain(() => again)} onBack={onBack} />;
    const prove = (code: string) => provePhone({ challenge_id, code });
    return <TwoFactorStep verify={prove} sendAgain={sendAgain} onVerified={onVerified} onBack={onBack} />;
  }
  if (needed.method) return <FactorStep needed={needed} onVerified={onVerified} onBack={onBack} />;
  const { email } = needed;
  return (
    <TwoFactorStep
      verify={(code) => verify2fa({ email, code, challenge_id: needed.challenge_id })}
      sendAgain={() => resendCode(email, 'login')}
      onVerified={onVerified}
      onBack={onBack}
    />
  );
}
